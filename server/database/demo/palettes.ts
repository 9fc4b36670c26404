/** Colours of one picture. Walls stay between near-white and near-black so that cards sit well on both. */
export type Palette = {
  wall: string;
  /** The large shape behind the motif, a step lighter than the wall. */
  glow: string;
  table: string;
  edge: string;
  /** Body of the motif, its counterpart, and the one strong dot. */
  main: string;
  second: string;
  accent: string;
  ink: string;
  paper: string;
  metal: string;
  leaf: string;
};

const teal: Palette = {
  wall: "#2e6367",
  glow: "#3d787a",
  table: "#dcc7a5",
  edge: "#c6ad86",
  main: "#f1e4cd",
  second: "#e08a5b",
  accent: "#f0c36a",
  ink: "#173a3e",
  paper: "#fbf4e6",
  metal: "#c3d0cd",
  leaf: "#8db58e",
};

const sand: Palette = {
  wall: "#e9d9be",
  glow: "#f4ead8",
  table: "#b98b62",
  edge: "#a17650",
  main: "#3f7c7b",
  second: "#d5744e",
  accent: "#e9b44c",
  ink: "#3b2f2a",
  paper: "#fff9ee",
  metal: "#b9b4aa",
  leaf: "#7d9b76",
};

const terracotta: Palette = {
  wall: "#c56d4e",
  glow: "#d68666",
  table: "#efdac0",
  edge: "#dcc3a2",
  main: "#2f5d62",
  second: "#f6e6cf",
  accent: "#f2b95f",
  ink: "#3a221c",
  paper: "#fff5e6",
  metal: "#d9cfc4",
  leaf: "#6f9277",
};

const slate: Palette = {
  wall: "#52657a",
  glow: "#677b91",
  table: "#d8cdbf",
  edge: "#c2b5a4",
  main: "#ecd2ab",
  second: "#e27d60",
  accent: "#f1c877",
  ink: "#26323f",
  paper: "#f5f1ea",
  metal: "#bfc9d2",
  leaf: "#9bbfa0",
};

const sage: Palette = {
  wall: "#c3d0b8",
  glow: "#d9e2d0",
  table: "#8a6f57",
  edge: "#755c46",
  main: "#d4775a",
  second: "#41705f",
  accent: "#ebbe62",
  ink: "#2c3a33",
  paper: "#fbf8ef",
  metal: "#a9b3ab",
  leaf: "#5e8a68",
};

const plum: Palette = {
  wall: "#5e4260",
  glow: "#755677",
  table: "#e6cfc4",
  edge: "#d0b4a7",
  main: "#e9a6a0",
  second: "#f3dfc9",
  accent: "#efbe6b",
  ink: "#2e1f33",
  paper: "#fbf1ea",
  metal: "#cbc0cc",
  leaf: "#93b39a",
};

const mustard: Palette = {
  wall: "#dfb25a",
  glow: "#ebc981",
  table: "#7c5a44",
  edge: "#684936",
  main: "#2d5f6b",
  second: "#fbf1dc",
  accent: "#c9583f",
  ink: "#33271f",
  paper: "#fff8e8",
  metal: "#b8b3a4",
  leaf: "#557f64",
};

const mist: Palette = {
  wall: "#bfd4db",
  glow: "#d9e7ea",
  table: "#c89f72",
  edge: "#b08859",
  main: "#2e5a72",
  second: "#cf6a52",
  accent: "#efbf63",
  ink: "#22323d",
  paper: "#fbfaf5",
  metal: "#9fb0b8",
  leaf: "#6f9c84",
};

/** In an order in which dark and light walls, warm and cool ones follow each other. */
export const palettes: readonly Palette[] = [teal, sand, plum, sage, terracotta, mist, slate, mustard];

/** What looks the same in every kitchen. */
export const food = {
  tomato: "#d2553f",
  lemon: "#f0c24b",
  orange: "#eb9440",
  crumb: "#efd0a0",
  crust: "#b9783f",
  coffee: "#4a2e22",
  cream: "#f6ead6",
  wood: "#c9976a",
  woodDark: "#a87850",
} as const;
