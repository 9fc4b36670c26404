import { useState } from "react";
import { classes } from "./classes.ts";
import { pictureAddress } from "./pictureAddress.ts";

interface PictureProps {
  src: string;
  /** The same image in other widths, and the width at which it is shown; if omitted, `src` is loaded. */
  srcSet?: string | undefined;
  sizes?: string;
  /** The description of the image; "" if it is only decoration. */
  alt?: string | undefined;
  /** The language of an `alt` that a user wrote; null if it is unknown. */
  lang?: string | null | undefined;
  /** The address of an image of ours that replaces it if it fails to load. */
  fallback?: string;
  className: string;
  /** The main image of the page: loaded first; all others load when they come near the viewport. */
  isFirst?: boolean;
}

/**
 * An image by a URL that users gave. If it fails to load, `fallback` or a plain area takes its place. `className` sets
 * the size. Another site's image is invisible until it has loaded (`themeScript` sees that first): until the page's
 * scripts run, a failed one would show the browser's broken picture.
 */
export function Picture({ src, srcSet, sizes, alt = "", lang, fallback, className, isFirst = false }: PictureProps) {
  const [known, setKnown] = useState({ src: "", isFailed: false });
  const isKnown = known.src === src;
  const isFailed = isKnown && known.isFailed;
  const isAwaited = !isKnown && !src.startsWith("/");
  // Once: the reference sees the image at each rendering, and the fallback too.
  const see = (isFailed: boolean) => isKnown || setKnown({ src, isFailed });
  const look = classes("bg-sunken object-cover", className);
  if (isFailed && !fallback) return <div aria-hidden="true" className={look} />;
  return (
    <img
      // A new element, which never shows that the other image failed.
      key={String(isFailed)}
      // It may have loaded or failed before hydration.
      ref={(image) => {
        if (image?.complete) see(image.naturalWidth === 0);
      }}
      // Before `src`, which some browsers start to load as soon as it is set.
      {...(srcSet && !isFailed && { srcSet, sizes })}
      src={isFailed ? fallback : pictureAddress(src)}
      // Also for the image that failed, so that people who can't see it don't miss anything.
      alt={alt}
      lang={lang ?? undefined}
      dir={lang === undefined ? undefined : "auto"}
      {...(isFirst ? { fetchPriority: "high", decoding: "sync" } : { loading: "lazy", decoding: "async" })}
      referrerPolicy="no-referrer"
      onLoad={() => see(false)}
      onError={() => see(true)}
      className={classes(look, isAwaited && "opacity-0 noscript:opacity-100")}
    />
  );
}
