import { join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { renderedPages } from "./renderedPages.ts";

const { PORT, SERVER_URL = "" } = process.env;

/**
 * `npm run dev`: Vite's own server, at `PORT`. It serves the browser's modules as they are typed, with React's
 * development version, and replaces them on the page when they change. Everything else comes from our server, at
 * `SERVER_URL`.
 */
export default defineConfig({
  root: join(import.meta.dirname, ".."),
  // Pages are rendered by our server, and no file here is one.
  appType: "custom",
  plugins: [react(), tailwindcss(), renderedPages(SERVER_URL)],
  server: { port: Number(PORT), strictPort: true, fs: { allow: [join(import.meta.dirname, "../..")] } },
});
