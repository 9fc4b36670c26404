/** The login page's address that leads back to `from`. */
export function loginAddress(from: string, page: "/login" | "/signup" = "/login"): string {
  return from === "/" ? page : `${page}?${new URLSearchParams({ returnTo: from })}`;
}
