/** The name of an installation that has no other. */
export const PRODUCT = "Survey App";

/** The name of an installation, and what pages show of it. */
export interface SiteLook {
  name: string;
  /** The logo's address, and how many times it is as wide as high; null for the app's own mark. */
  logo: { url: string; ratio: number } | null;
  /** The style rules of the installation's own accent color; "" without one. */
  style: string;
  /** A hash of the name and the logo, which cards show; undefined for the app's own. */
  cardLook?: string | undefined;
}
