import type { ReactNode } from 'react'
import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import type { PrivacyModel } from './privacy-model.ts'

/** A topic: what is stored, and who can see it. */
type Topic = { id: string; title: string; rows: readonly { what: string; stored: ReactNode; seen: ReactNode }[] }

/** What is stored of readers, for how long, and who sees it. A change to what is stored changes this page. */
export const PrivacyPage = ({ model }: { model: PrivacyModel }) => {
  const topics = topicsOf(model)
  return (
    <Layout>
      <div className="guide">
        <nav className="guide-index" aria-label="On this page">
          <ul>
            {[
              { id: 'summary', title: 'Summary' },
              ...topics,
              { id: 'kept', title: 'Retention periods' },
              { id: 'rights', title: 'Your rights' },
            ].map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <article className="prose">
          <h1 id="summary">Privacy</h1>
          <p className="lead">You can search and read everything here without an account and without a cookie.</p>
          <Summary model={model} />
          {topics.map(topic => (
            <TopicTable key={topic.id} topic={topic} />
          ))}
          <Retention kept={model.kept} />
          <Rights contact={model.contact} />
        </article>
      </div>
    </Layout>
  )
}

const Summary = ({ model: { analytics } }: { model: PrivacyModel }) => (
  <ul>
    <li>
      {analytics === null
        ? 'No analytics and no tracking. Pages load nothing from third parties.'
        : `Votes, signups and logins are reported to ${analytics}. What you read and search is not.`}
    </li>
    <li>We store personal data only when you act: vote, write, watch, contribute or create an account.</li>
    <li>Your email address is never public. We don’t sell or share personal data.</li>
    <li>
      You can download or delete everything in <a href={paths.account}>your account</a>. Most data is deleted on a{' '}
      <a href="#kept">fixed schedule</a>.
    </li>
  </ul>
)

const TopicTable = ({ topic: { id, title, rows } }: { topic: Topic }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <table className="guide-table">
      <thead>
        <tr>
          <th scope="col">Data</th>
          <th scope="col">What we store</th>
          <th scope="col">Who sees it</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ what, stored, seen }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td data-label="What we store">{stored}</td>
            <td data-label="Who sees it">{seen}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Retention = ({ kept }: Pick<PrivacyModel, 'kept'>) => (
  <section aria-labelledby="kept">
    <h2 id="kept">Retention periods</h2>
    <p>
      A cleanup job deletes expired data every day. How long backups and server logs are kept is up to the site’s
      operators.
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Data</th>
          <th scope="col">Kept</th>
        </tr>
      </thead>
      <tbody>
        {kept.map(({ what, howLong }) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{howLong}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

const Rights = ({ contact }: Pick<PrivacyModel, 'contact'>) => (
  <section aria-labelledby="rights">
    <h2 id="rights">Your rights</h2>
    <p>
      <a href={paths.account}>Your account</a> shows where you are logged in and what happened recently. There you can
      download a copy of your data and delete your account. Deletion removes drafts, pending submissions, and everything
      about papers you watch. Votes and published notes and reports stay, without your name or email address. Public data
      can be downloaded in bulk, names included: copies that others already have are not affected.
    </p>
    {contact !== null && (
      <p>
        If you can’t log in, write to <a href={`mailto:${contact}`}>{contact}</a>.
      </p>
    )}
  </section>
)

const operators = 'The site’s operators'

const topicsOf = ({ analytics, outside }: PrivacyModel): readonly Topic[] => [
  {
    id: 'reading',
    title: 'Reading and searching',
    rows: [
      {
        what: 'Server log',
        stored: 'For each request: time, page, duration and IP address. Rate limits count IP addresses in memory for up to an hour.',
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
  },
  {
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
        seen: 'Nobody but you',
      },
    ],
  },
  {
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
  },
  {
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
        stored: 'How you want to be paid: your Stripe account, or payment details you enter. Details are erased after payment.',
        seen: 'Moderators and operators, until you are paid',
      },
      {
        what: 'Ledger',
        stored: 'Every movement of money, permanently. It names nobody.',
        seen: 'Everyone',
      },
    ],
  },
  {
    id: 'account',
    title: 'Accounts and cookies',
    rows: [
      {
        what: 'Account',
        stored: 'Your email address, your name if you gave one, your login methods and when you last logged in. Passwords are stored as hashes only.',
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
        stored: 'Your session, your vote, and text you have not submitted yet, for up to 30 days. Logging out deletes it.',
        seen: 'Your browser',
      },
      {
        what: 'Moderation decisions',
        stored: 'Each decision about something you wrote, and who made it. You get an email if you gave an address.',
        seen: 'Moderators',
      },
    ],
  },
]
