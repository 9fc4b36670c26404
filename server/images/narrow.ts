/** Scales a stored image down to `width` pixels; a narrower one stays as it is. */
export async function narrow(webp: Buffer, width: number): Promise<Buffer> {
  // Loaded on first use, as for uploads.
  const { default: sharp } = await import("sharp");
  const picture = sharp(webp, { failOn: "error" });
  if ((await picture.metadata()).width <= width) return webp;
  return picture.resize({ width }).webp({ quality: 80 }).toBuffer();
}
