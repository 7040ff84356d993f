/** What of the vendored file the page uses; nothing sends this. */

export const correction: { L: number; M: number; Q: number; H: number };

export function generate(
  text: string,
  options?: { minCorrectionLevel?: number },
): { size: number; get(x: number, y: number): boolean };
