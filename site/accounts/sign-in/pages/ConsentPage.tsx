import { Island, Layout } from '../../../kit/browser/index.tsx'
import { Consent } from '../browser/index.tsx'
import type { ConsentPageModel } from './models.ts'

/**
 * Consent and logout page for third-party applications. The request and the decision are between browser and provider; this is the frame.
 */
export const ConsentPage = ({ model }: { model: ConsentPageModel }) => (
  <Layout search={false}>
    <div className="consent">
      <h1 className="visually-hidden">{model.title}</h1>
      <noscript>
        <p>
          Another application wants you to log in with your Corroborate account or log out. This requires JavaScript.
          Nothing has happened yet, so you can close this page.
        </p>
      </noscript>
      <Island name="consent" of={Consent} props={{}} />
    </div>
  </Layout>
)
