import { useState } from "react";
import { classes } from "./classes.ts";
import { pictureAddress } from "./pictureAddress.ts";

interface PictureProps {
  src: string;
  /** The same image in other widths, and the width at which it is shown; if omitted, `src` is loaded. */
  srcSet?: string | undefined;
  sizes?: string;
  alt?: string;
  className: string;
  /** The main image of the page: loaded first; all others load when they come near the viewport. */
  isFirst?: boolean;
}

/** An image by a URL that users gave; a pattern replaces it if it fails to load. `className` sets the size. */
export function Picture({ src, srcSet, sizes, alt = "", className, isFirst = false }: PictureProps) {
  const [failed, setFailed] = useState<string | null>(null);
  if (failed === src) {
    return (
      <div aria-hidden="true" className={classes("grid place-items-center bg-sunken", className)}>
        <svg aria-hidden="true" width="96" height="12" className="rounded-full">
          <rect width="56" height="12" className="fill-line-strong" fillOpacity="0.5" />
          <rect x="60" width="36" height="12" className="fill-line-strong" fillOpacity="0.3" />
        </svg>
      </div>
    );
  }
  return (
    <img
      // It may have failed before hydration.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setFailed(src);
      }}
      // Before `src`, which some browsers start to load as soon as it is set.
      {...(srcSet && { srcSet, sizes })}
      src={pictureAddress(src)}
      alt={alt}
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : "auto"}
      decoding={isFirst ? "sync" : "async"}
      referrerPolicy="no-referrer"
      onError={() => setFailed(src)}
      className={classes("bg-sunken object-cover", className)}
    />
  );
}
