/** A complete wizard submission (SPEC §3, §7). */
export const exampleReport = {
  doi: '10.1000/x',
  sha256: '4f2a91c07d18be5a3306f1c2b7704e9d5a1e0c88f3b26d94e71a05cd2f8836b1',
  status: 'partial',
  auditorName: 'Ada Lovelace',
  auditorEmail: 'ada.secret@example.org',
  platform: 'linux',
  environmentDetails: 'R 4.5.1, Debian 12, 16 GB',
  approach: 'Ran the deposited code on the deposited data.',
  codeChanges: null,
  auditReport: 'The code runs as published. Table 1 comes out to the last digit; Figure 3 does not.',
  reproducibilityPackage: 'https://osf.io/abcde',
  results: [
    { claim: 'Table 1', published: '3.4 %', obtained: '3.4 %', verdict: 'same' },
    { claim: 'Figure 3, last bar', published: '−0.1 %', obtained: '2.2 %', verdict: 'differs' },
  ],
  files: [{ name: 'run.R', size: 2_048, sha256: '7d'.repeat(32) }],
} as const
