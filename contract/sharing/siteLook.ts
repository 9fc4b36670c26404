/** The default name of an installation. */
export const PRODUCT = "Survey App";

/** The name and the look of an installation on its pages. */
export interface SiteLook {
  name: string;
  /** The logo's address, and its width divided by its height; null for the app's own mark. */
  logo: { url: string; ratio: number } | null;
  /** The style rules of the installation's own accent color; "" without one. */
  style: string;
  /** A hash of the name and the logo, which cards show; undefined for the app's own. */
  cardLook?: string | undefined;
}
