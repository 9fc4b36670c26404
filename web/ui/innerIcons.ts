/** Icons that the home page does not use and therefore does not load. Each page loads only those that it shows. */
export const plus = "M12 5v14M5 12h14";
export const home = "M4 11l8-7 8 7v9h-5v-6H9v6H4z";
export const users =
  "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.5 2.9-6 6.5-6s6.5 2.5 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.2.8 3.5 2.8 3.5 5.5";
export const hand =
  "M8 13V5.5a1.5 1.5 0 0 1 3 0V12M11 5V4a1.5 1.5 0 0 1 3 0v8M14 5.5a1.5 1.5 0 0 1 3 0V12M17 8.5a1.5 1.5 0 0 1 3 0V15a6 6 0 0 1-6 6h-2a6 6 0 0 1-5-2.7l-2.8-4.6a1.5 1.5 0 0 1 2.5-1.7L8 13.5";
export const list = "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01";
export const chart = "M5 20V10M12 20V4M19 20v-7";
export const card = "M3 6h18v12H3zM3 10.5h18M7 14.5h4";
export const comment = "M4 5h16v11h-8l-5 4v-4H4z";
export const pencil = "M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3";
export const mail = "M3 6h18v12H3zM3 7l9 7 9-7";
export const ballot = "M5 4h14v16H5zM8.5 9l1.5 1.5L13 7.5M8.5 15.5h7";
export const flag = "M6 21V4M6 5h11l-2 3.5 2 3.5H6";
export const search = "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l4.5 4.5";
export const image = "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9.5h.01";
export const logout = "M14 4H5v16h9M10 12h11M17 8l4 4-4 4";
export const key = "M8 16a4 4 0 1 1 3.9-5H21v3h-2v2.5h-3V14h-4.1A4 4 0 0 1 8 16zM8 12h.01";
export const lock = "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3";
export const google = "M20.5 12h-8M20.5 12a8.5 8.5 0 1 1-2.8-6.3";
export const facebook = "M16 4h-1.5a4 4 0 0 0-4 4v12.5M7 12h8";
export const oidc = "M4 21V5l8-2v18M12 8h8v13M3 21h18M8 8h.01M8 12h.01M8 16h.01M16 12h.01M16 16h.01";
export const copy = "M9 9h11v11H9zM15 9V4H4v11h5";
export const more =
  "M5.5 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4zM12 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4zM18.5 11.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z";
export const share = "M12 15V4M8 7.5L12 3.5l4 4M6 11H5v9h14v-9h-1";
export const printer = "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z";
export const download = "M12 4v11M7 11l5 5 5-5M5 20h14";
export const info = "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8v.01";
