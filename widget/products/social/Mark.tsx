import type { OAuthProvider } from '@corroborate/wire/providers'
import { paintOf, providerMarks } from './marks.ts'

/** The mark of a provider, in its owner's colours. Those that are black on white are white on black. */
export const Mark = ({ of }: { of: OAuthProvider }) => (
  <svg className="siw-icon siw-brand" viewBox="-1 -1 50 50" aria-hidden="true">
    {providerMarks[of].split('|').map(part => {
      const [fill, path, stroke] = part.split(':')
      return <path key={part} d={path} fill={paintOf(fill)} stroke={stroke && `#${stroke}`} />
    })}
  </svg>
)
