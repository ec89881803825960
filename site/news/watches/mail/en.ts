import { datePhrase, type Words } from './date-phrase.ts'

export const english: Words = {
  language: 'en',
  subjectOfOne: (what, title) => `${what}: ${title}`,
  subjectOfMany: (things, papers) =>
    papers === 1 ? `${things} updates on a paper you watch` : `${things} updates on ${papers} papers you watch`,
  heading: things => (things === 1 ? 'Update on a paper you watch' : 'Updates on papers you watch'),
  intro: papers => (papers === 1 ? 'A paper you watch has changed.' : `${papers} papers you watch have changed.`),
  kinds: {
    correction: 'Correction',
    retraction: 'Retraction',
    concern: 'Expression of concern',
    reinstatement: 'Reinstatement',
    replication: 'Replication',
    'report-approved': 'A reproduction report',
    'note-approved': 'A community note',
    claim: 'Reproduction claimed',
    bounty: 'Bounty increased',
    'cites-retracted': 'A paper it cites was retracted or withdrawn',
    'cites-concern': 'A paper it cites has an expression of concern',
    'cites-not-held': 'A paper it cites failed to replicate',
  },
  outcomes: {
    held: 'successful',
    'not-held': 'failed',
    mixed: 'mixed results',
    unclear: 'unclear results',
    success: 'reproduced',
    partial: 'partly reproduced',
    failed: 'not reproduced',
  },
  when: datePhrase('en-GB', { day: 'on', month: 'in', year: 'in' }),
  claimedBy: name => `${name} claimed its reproduction`,
  grewBy: amount => `Bounty increased by ${amount}`,
  by: name => `by ${name}`,
  accordingTo: name => `according to ${name}`,
  open: 'Open its page',
  dashboard: 'See your dashboard',
  because: address =>
    `You receive this email at ${address} because you watch these papers on Corroborate. Replies aren’t monitored.`,
  choose: 'Change email settings',
  unsubscribe: 'Unsubscribe from all emails',
}
