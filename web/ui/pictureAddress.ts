/** The origin of uploaded images; "" for the page's own. */
let origin = "";

/** Called once at startup. */
export function setPictureOrigin(to: string): void {
  origin = to;
}

/** An image's URL for `src`: uploads are stored as a path on the API's host. */
export function pictureAddress(address: string): string {
  return address.startsWith("/") ? origin + address : address;
}
