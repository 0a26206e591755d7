export interface SoftPlus {
  readonly value: number
  /** 0 to 1. */
  readonly slope: number
  /** The slope's slope. */
  readonly bend: number
}

/** The maximum of 0 and a number, smoothed: w · ln(1 + e^(x / w)) for a width w above 0. */
export function softPlus(x: number, width: number): SoftPlus {
  const tail = Math.exp(-Math.abs(x) / width)
  const slope = (x > 0 ? 1 : tail) / (1 + tail)
  return { value: Math.max(0, x) + width * Math.log1p(tail), slope, bend: (slope * (1 - slope)) / width }
}
