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
      <link rel="canonical" href={address} />
      {/* Only in the server's HTML, which others read: browsers need no code for it. */}
      {import.meta.env.SSR && <Described title={title} text={text} address={address} />}
    </>
  );
}

function Described({ title, text, address }: PageMetaProps) {
  return (
    <>
      <meta name="description" content={text} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={address} />
      <meta property="og:title" content={title} />
      <meta property="og:description" content={text} />
    </>
  );
}
