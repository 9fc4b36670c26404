interface PageMetaProps {
  title: string;
  text: string;
  /** The page's one address, whole: what search engines and shared links go by. */
  address: string;
  /** A picture's whole address. */
  image?: string;
}

/** What a page is in a search engine's list, and where a link to it is shared. */
export function PageMeta({ title, text, address, image }: PageMetaProps) {
  return (
    <>
      <meta name="description" content={text} />
      <link rel="canonical" href={address} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
      {image && <meta property="og:image" content={image} />}
    </>
  );
}
