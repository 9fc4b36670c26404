/** The origin that uploads are shown from; "" for the page's own. */
let origin = "";

/** Set once, where the page starts. */
export function setPictureOrigin(to: string): void {
  origin = to;
}

/** A picture's absolute address: uploads are stored as a path on the API's host. */
export function pictureAddress(address: string): string {
  return address.startsWith("/") ? origin + address : address;
}
