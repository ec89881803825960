import { datePhrase } from './date-phrase.ts'
import type { Words } from './words.ts'

export const english: Words = {
  language: 'en',
  subjectOfOne: (what, title) => `${what}: ${title}`,
  subjectOfMany: (things, papers) =>
    papers === 1 ? `${things} changes on a paper you watch` : `${things} changes on ${papers} papers you watch`,
  heading: things => (things === 1 ? 'A paper you watch has changed' : 'What changed on papers you watch'),
  intro: papers =>
    papers === 1 ? 'Something happened to a paper you watch.' : `Something happened to ${papers} papers you watch.`,
  kinds: {
    correction: 'Correction',
    retraction: 'Retraction',
    concern: 'Expression of concern',
    reinstatement: 'Reinstatement',
    replication: 'Replication',
    'report-approved': 'A reproduction report',
    'note-approved': 'A community note',
    claim: 'Somebody will reproduce it',
    bounty: 'Its bounty grew',
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
  claimedBy: name => `${name} announced a reproduction`,
  grewBy: amount => `Its bounty grew by ${amount}`,
  by: name => `by ${name}`,
  accordingTo: name => `according to ${name}`,
  open: 'Open its page',
  dashboard: 'See your dashboard',
  because: address =>
    `This mail went to ${address} because you watch these papers at Corroborate. Nobody reads replies to it.`,
  choose: 'Choose what we mail you',
  unsubscribe: 'Stop all mails',
}
