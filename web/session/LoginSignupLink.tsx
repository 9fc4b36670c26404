import { useSearchText } from "../routing/address.ts";

/** The link from login to signup and back; it keeps the return URL. */
export function LoginSignupLink({ to }: { to: "/login" | "/signup" }) {
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
