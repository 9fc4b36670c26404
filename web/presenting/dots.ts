/** The most votes that are drawn as dots. From then on the bar stands for all. */
const DOTS_MAX = 200;
/** The largest numbers of dots at which they are large, and of medium size. */
const [FEW, SOME] = [20, 60];

export const hasDots = (participants: number): boolean => participants > 0 && participants <= DOTS_MAX;

/** The size of dots by their number. */
export function dotSize(participants: number): "few" | "some" | "many" {
  if (participants <= FEW) return "few";
  return participants <= SOME ? "some" : "many";
}

/** The numbers below `count` in random order, each as likely as any other. */
export function shuffled(count: number, random: () => number = Math.random): number[] {
  const numbers = Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [numbers[last], numbers[other]] = [numbers[other] as number, numbers[last] as number];
  }
  return numbers;
}
