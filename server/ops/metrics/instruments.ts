import { Counter, Gauge, Histogram, type LabelValues, type Registry } from "@prometheus-io/client";

/** A counter with the common name prefix. */
export function counter<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly L[] = [],
): Counter<L> {
  return new Counter({ name: `survey_app_${name}`, help, labelNames: [...labelNames], registers: [registry] });
}

export function histogram<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  buckets: number[],
  labelNames: readonly L[] = [],
): Histogram<L> {
  return new Histogram({
    name: `survey_app_${name}`,
    help,
    buckets,
    labelNames: [...labelNames],
    registers: [registry],
  });
}

/**
 * A gauge. With `read`, its value is computed whenever the metrics are read.
 * @param aggregator combines the values of several workers
 */
export function gauge<L extends string>(
  registry: Registry,
  name: string,
  help: string,
  read?: () => { labels: Record<L, string>; value: number }[],
  labelNames: readonly L[] = [],
  aggregator: "sum" | "max" | "min" = "sum",
): Gauge<L> {
  return new Gauge({
    name: `survey_app_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    aggregator,
    ...(read && {
      collect(this: Gauge<L>) {
        for (const { labels, value } of read()) this.set(labels as LabelValues<L>, value);
      },
    }),
  });
}
