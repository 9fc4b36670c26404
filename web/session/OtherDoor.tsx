import { useSearchText } from "../routing/address.ts";

/** From login to signup and back, keeping where the person was going. */
export function OtherDoor({ to }: { to: "/login" | "/signup" }) {
  const search = useSearchText();
  return (
    <p className="mt-8 text-muted">
      {to === "/signup" ? "New here? " : "Have an account? "}
      <a href={to + (search && `?${search}`)} className="font-semibold text-ink underline underline-offset-4">
        {to === "/signup" ? "Create an account" : "Login"}
      </a>
    </p>
  );
}
