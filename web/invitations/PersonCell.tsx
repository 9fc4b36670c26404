import { EmailText } from "../ui/EmailText.tsx";
import { UserText } from "../ui/UserText.tsx";

/**
 * A person of a list in a table: the name, and the address below it.
 * @param name the address, for a person without another name
 */
export function PersonCell({ name, email }: { name: string; email: string | null }) {
  return (
    <>
      <UserText as="span" className="block font-semibold">
        {name}
      </UserText>
      {email && email !== name && (
        <EmailText as="span" className="block text-sm text-muted">
          {email}
        </EmailText>
      )}
    </>
  );
}
