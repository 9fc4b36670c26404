import { usePath, useSearchText } from "../routing/address.ts";
import { Avatar } from "../ui/Avatar.tsx";
import { Button } from "../ui/Button.tsx";
import { LinkButton } from "../ui/LinkButton.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
import { loginAddress } from "./returnTo.ts";
import { endSession } from "./session.ts";
import { useSession } from "./useSession.ts";

/** Links to login and signup, or the current user's menu; a placeholder of the same size until the session is known. */
export function AccountMenu() {
  const session = useSession();
  const path = usePath();
  const search = useSearchText();
  if (session.phase === "loading") return <Skeleton className="h-9 w-40" />;
  if (session.phase === "visitor") {
    const isSigningIn = path === "/login" || path === "/signup";
    const from = isSigningIn ? "/" : path + (search && `?${search}`);
    return (
      <div className="flex items-center gap-2">
        <LinkButton look="plain" small href={loginAddress(from)}>
          Login
        </LinkButton>
        <LinkButton small href={loginAddress(from, "/signup")}>
          Signup
        </LinkButton>
      </div>
    );
  }
  const { name, photoURL } = session.user;
  return (
    <div className="flex min-w-0 items-center gap-3">
      <a
        href="/profile"
        title={`${name}: your profile`}
        aria-current={path === "/profile" ? "page" : undefined}
        className="flex min-h-9 min-w-0 items-center gap-3 rounded-lg text-sm font-medium underline-offset-4 hover:underline"
      >
        <Avatar name={name} photo={photoURL} />
        <span dir="auto" className="max-w-40 truncate">
          {name}
        </span>
      </a>
      <Button look="plain" small className="lg:-mr-3" onClick={() => void endSession()}>
        LogOut
      </Button>
    </div>
  );
}
