/** DOIs of the starter corpus of every kind: much known, retracted, little known. Measurements ask for their pages. */
export const benchmarkPapers = [
  '10.1126/science.aac4716',
  '10.1177/0956797610383437',
  '10.1016/s0140-6736(97)11096-0',
  '10.48550/arxiv.1706.03762',
  '10.1038/171737a0',
] as const
