import { Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import type { PrivacyModel } from './privacy-model.ts'
import { privacyTopics, type Topic } from './privacy-topics.tsx'

/** Stored personal data, retention periods, and who can see it. A change to what is stored changes this page. */
export const PrivacyPage = ({ model }: { model: PrivacyModel }) => {
  const topics = privacyTopics(model)
  return (
    <Layout>
      <header className="prose guide-head">
        <h1>Privacy</h1>
        <p className="lead">You can search and read everything here without an account and without a cookie.</p>
        <Summary model={model} />
      </header>
      <div className="guide">
        <nav className="guide-index" aria-label="On this page">
          <ul>
            {[...topics, { id: 'kept', title: 'Retention periods' }, { id: 'rights', title: 'Your rights' }].map(
              ({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ),
            )}
          </ul>
        </nav>
        <article className="prose">
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
    <li>
      Your email address is never public. We don’t sell or share personal data. The site’s operators run the servers and
      can access what is stored there.
    </li>
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
      about papers you watch. Votes and published notes and reports stay, without your name or email address. Public
      data can be downloaded in bulk, names included: copies that others already have are not affected.
    </p>
    {contact !== null && (
      <p>
        If you can’t log in, write to <a href={`mailto:${contact}`}>{contact}</a>.
      </p>
    )}
  </section>
)
