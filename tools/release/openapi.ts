import { writeFileSync } from "node:fs";
import { API_PREFIX } from "@survey-app/contract/http/endpoint.ts";
import { openapi } from "@survey-app/contract/openapi.ts";

/**
 * `npm run openapi -- FILE`: writes the OpenAPI document of all endpoints. It is part of a release, and pull requests
 * are compared with it.
 */
const [file = "openapi.json"] = process.argv.slice(2);
const document = openapi(API_PREFIX) as { paths: object };
writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
console.log(`${Object.keys(document.paths).length} paths, written to ${file}`);
