/** Papers of the starter corpus with notable statuses, suggested to visitors on the home page. */
export const examples: readonly { doi: string; title: string; by: string }[] = [
  {
    doi: '10.1037/a0021524',
    title: 'Feeling the Future: Experimental Evidence for Anomalous Retroactive Influences on Cognition and Affect',
    by: 'Bem · 2011',
  },
  { doi: '10.1257/aer.100.2.573', title: 'Growth in a Time of Debt', by: 'Reinhart, Rogoff · 2010' },
  {
    doi: '10.1016/s0140-6736(97)11096-0',
    title: 'Ileal-lymphoid-nodular hyperplasia, non-specific colitis, and pervasive developmental disorder in children',
    by: 'Wakefield et al. · 1998',
  },
]
