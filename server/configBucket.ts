/** A bucket with S3's protocol, for images. */
export interface BucketSettings {
  /** The service's URL, without the bucket. */
  endpoint: string;
  region: string;
  name: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Whether the bucket's name is in the path instead of in the host. */
  isPathStyle: boolean;
}

interface BucketVariables {
  S3_BUCKET?: string | undefined;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
  S3_ENDPOINT?: string | undefined;
  S3_REGION: string;
  S3_PATH_STYLE: "on" | "off";
}

/** @returns null without these settings; a sentence if they don't fit together */
export function bucketOf(set: BucketVariables): BucketSettings | string | null {
  const { S3_BUCKET: name, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = set;
  const { S3_REGION: region, S3_ENDPOINT: endpoint = `https://s3.${region}.amazonaws.com` } = set;
  if (name && accessKeyId && secretAccessKey)
    return { endpoint, region, name, accessKeyId, secretAccessKey, isPathStyle: set.S3_PATH_STYLE === "on" };
  if (name || accessKeyId || secretAccessKey || set.S3_ENDPOINT)
    return "S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: set all or none.";
  return null;
}
