import { type Locale, locales } from '@corroborate/wire/locales'
import { ActingFor, Layout } from '../../kit/browser/index.tsx'
import { paths } from '../../kit/doi/index.ts'
import { type Frequency, frequencies, type MailSettingsModel, type NewsTopic, newsTopics } from './topics.ts'

const topicNames: Readonly<Record<NewsTopic, string>> = {
  record: 'Retractions and corrections',
  replication: 'Replications',
  report: 'Approved reproduction reports',
  note: 'Approved community notes',
  bounty: 'Bounty increases',
}
const frequencyNames: Readonly<Record<Frequency, string>> = {
  now: 'At once',
  daily: 'Once a day',
  weekly: 'Weekly, on Mondays',
  off: 'Never',
}
const languageNames: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch', es: 'Español' }

export const MailSettingsPage = ({ model }: { model: MailSettingsModel }) => (
  <Layout>
    <div className="mail-settings">
      <h1>Email notifications</h1>
      <p className="lead">Sent when a paper you watch changes.</p>
      {model.saved && (
        <p className="saved" role="status">
          Saved.
        </p>
      )}
      <p>
        {model.address === null ? (
          'We only email confirmed addresses. Confirm yours to get notifications; until then, check your dashboard.'
        ) : (
          <>
            Emails go to <strong dir="auto">{model.address}</strong>.
          </>
        )}
      </p>
      <form method="post" action={paths.mailSettings}>
        <ActingFor />
        {newsTopics.map(topic => (
          <fieldset key={topic}>
            <legend>{topicNames[topic]}</legend>
            {frequencies.map(frequency => (
              <label key={frequency}>
                <input
                  type="radio"
                  name={topic}
                  value={frequency}
                  defaultChecked={model.frequencies[topic] === frequency}
                />
                {frequencyNames[frequency]}
              </label>
            ))}
          </fieldset>
        ))}
        <label className="language">
          Email language
          <select name="locale" defaultValue={model.locale}>
            {locales.map(locale => (
              <option key={locale} value={locale} lang={locale}>
                {languageNames[locale]}
              </option>
            ))}
          </select>
        </label>
        <div className="actions">
          <button type="submit" className="main">
            Save
          </button>
          <a className="button" href={paths.dashboard}>
            Go to your dashboard
          </a>
        </div>
      </form>
    </div>
  </Layout>
)
