/** Drawings for `Icon` that the home page does not show, and so does not load. */
export const innerIcons = {
  plus: "M12 5v14M5 12h14",
  home: "M4 11l8-7 8 7v9h-5v-6H9v6H4z",
  users:
    "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c0-3.5 2.9-6 6.5-6s6.5 2.5 6.5 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2.200.8 3.5 2.8 3.5 5.5",
  list: "M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01",
  chart: "M5 20V10M12 20V4M19 20v-7",
  card: "M3 6h18v12H3zM3 10.5h18M7 14.5h4",
  comment: "M4 5h16v11h-8l-5 4v-4H4z",
  pencil: "M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3",
  mail: "M3 6h18v12H3zM3 7l9 7 9-7",
  ballot: "M5 4h14v16H5zM8.5 9l1.5 1.5L13 7.5M8.5 15.5h7",
  flag: "M6 21V4M6 5h11l-2 3.5 2 3.5H6",
} as const;
