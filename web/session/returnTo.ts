/** The login page's URL that returns to `from`. */
export function loginAddress(from: string, page: "/login" | "/signup" = "/login"): string {
  return from === "/" ? page : `${page}?${new URLSearchParams({ returnTo: from })}`;
}
