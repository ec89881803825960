import { StrictMode, Suspense, use } from 'react'
import { SignIn } from '../index.tsx'

const Late = ({ ready }: { ready: Promise<void> }) => {
  use(ready)
  return <p>Here now.</p>
}

/** A page whose server streams the form late, with a sibling that waits for `ready`. */
export const Streamed = ({ ready }: { ready: Promise<void> }) => (
  <StrictMode>
    <Suspense fallback={<p>A moment, please.</p>}>
      <Late ready={ready} />
      <SignIn publicToken="p" baseUrl="https://identity.example.test" />
    </Suspense>
  </StrictMode>
)
