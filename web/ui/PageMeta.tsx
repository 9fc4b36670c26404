interface PageMetaProps {
  title: string;
  text: string;
  /** The page's canonical, absolute URL, for search engines and shared links. */
  address: string;
}

/** A page's metadata for search engines and shared links. */
export function PageMeta({ title, text, address }: PageMetaProps) {
  return (
    <>
      <meta name="description" content={text} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
    </>
  );
}
