import type { ReactNode } from 'react'
import { paths } from '../../kit/doi/index.ts'
import type { PrivacyModel } from './privacy-model.ts'

/** A topic of the privacy page: what is stored, and who can see it. */
export type Topic = {
  id: string
  title: string
  rows: readonly { what: string; stored: ReactNode; seen: ReactNode }[]
}

const operators = 'The site’s operators'

const reading = ({ analytics, outside }: PrivacyModel): Topic => ({
  id: 'reading',
  title: 'Reading and searching',
  rows: [
    {
      what: 'Server log',
      stored:
        'For each request: time, page, duration and IP address. Rate limits count IP addresses in memory for up to an hour.',
      seen: operators,
    },
    {
      what: 'References you check',
      stored: 'Nothing. Your browser alone remembers which results you have seen.',
      seen: 'Nobody',
    },
    ...(outside.length === 0
      ? []
      : [
          {
            what: 'Papers and search terms not in our index',
            stored: 'The answer to a search, without who asked.',
            seen: `${outside.join(' and ')} receive the query from our server, not your IP address`,
          },
        ]),
    ...(analytics === null
      ? []
      : [
          {
            what: 'Analytics',
            stored:
              'Nothing here. Reported: votes, signups, logins and how you closed the login form, with a random browser id and, when you are logged in, your name and email address.',
            seen: analytics,
          },
        ]),
  ],
})

const writing: Topic = {
  id: 'writing',
  title: 'Voting and writing',
  rows: [
    {
      what: 'Votes and notes without an account',
      stored:
        'Your vote or note with a hash of a random cookie (“visitor”, 400 days), so that you can edit them. They are not linked to you in any other way.',
      seen: 'Everyone sees vote totals, and approved notes with the name you gave',
    },
    {
      what: 'Claims and reports',
      stored: 'The name and email address you enter, and the content. Drafts are kept until you submit them.',
      seen: 'Moderators see both; everyone sees approved reports, without the email address',
    },
    {
      what: 'Problem reports',
      stored: 'What you wrote, and the email address for the answer.',
      seen: 'Moderators',
    },
    {
      what: 'Forms submitted after your session ended',
      stored: 'The form, encrypted with a key in a cookie that only your browser has, for two hours.',
      seen: 'Nobody but you',
    },
    {
      what: 'Drafts written by an assistant',
      stored: 'The draft, until you submit or discard it or it expires.',
      seen: 'You',
    },
  ],
}

const watching: Topic = {
  id: 'watching',
  title: 'Watching papers',
  rows: [
    {
      what: 'Papers you watch',
      stored: 'Which papers, since when, and which updates you have seen. Deleted when you stop watching.',
      seen: 'Everyone sees how many people watch a paper, never who',
    },
    {
      what: 'Notification emails',
      stored: (
        <>
          Your <a href={paths.mailSettings}>email settings</a>, and one line for each update sent. Emails contain no
          tracking pixels; every one has an unsubscribe link.
        </>
      ),
      seen: 'Your email provider',
    },
    {
      what: 'Your private feed',
      stored: 'A hash of its address. Creating a new address disables the old one.',
      seen: 'Anyone with the address can read your feed',
    },
  ],
}

const money: Topic = {
  id: 'money',
  title: 'Contributing money',
  rows: [
    {
      what: 'Contributions',
      stored:
        'Amount, paper, time, language, the email address you gave Stripe, and your account or a hash of your visitor cookie. Your card is handled by Stripe; this site never sees it.',
      seen: 'Everyone sees the amount, and your name and message if you added them and a moderator approved them',
    },
    {
      what: 'Awards',
      stored:
        'How you want to be paid: your Stripe account, or payment details you enter. Details are erased after payment.',
      seen: 'Moderators and operators, until you are paid',
    },
    {
      what: 'Ledger',
      stored: 'Every movement of money, permanently. It names nobody.',
      seen: 'Everyone',
    },
  ],
}

const account: Topic = {
  id: 'account',
  title: 'Accounts and cookies',
  rows: [
    {
      what: 'Account',
      stored:
        'Your email address, your name if you gave one, your login methods and when you last logged in. Passwords are stored as hashes only.',
      seen: 'Operators; moderators see whether your email address is confirmed',
    },
    {
      what: 'Logins',
      stored: 'Time, method, IP address and browser of each login.',
      seen: 'You, in your account, and operators',
    },
    {
      what: 'Cookies',
      stored:
        'A session cookie while you are logged in, and a cookie (“yours”) that says that your browser adds your own votes to pages. It identifies nobody.',
      seen: 'Your browser and this site',
    },
    {
      what: 'Browser storage',
      stored:
        'Your session, your vote, and text you have not submitted yet, for up to 30 days. Logging out deletes it.',
      seen: 'Your browser',
    },
    {
      what: 'Moderation decisions',
      stored: 'Each decision about something you wrote, and who made it. You get an email if you gave an address.',
      seen: 'Moderators',
    },
  ],
}

/** Stored data by topic. */
export const privacyTopics = (model: PrivacyModel): readonly Topic[] => [
  reading(model),
  writing,
  watching,
  money,
  account,
]
