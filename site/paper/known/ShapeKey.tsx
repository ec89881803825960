import type { KnownFactKind } from './model.ts'
import { Shape, ShapeDefinitions } from './Shape.tsx'

const meanings: readonly [KnownFactKind, string][] = [
  ['held', 'replicated'],
  ['not-held', 'failed to replicate'],
  ['mixed', 'mixed or unclear results'],
  ['correction', 'a correction'],
  ['concern', 'an expression of concern'],
  ['retraction', 'a retraction'],
  ['reinstatement', 'a reinstatement'],
  ['notice', 'another editorial notice'],
  ['note', 'a reader’s note, or a report that doesn’t count'],
]

export const ShapeKey = () => (
  <>
    <ShapeDefinitions />
    <ul className="shape-key">
      {meanings.map(([kind, meaning]) => (
        <li key={kind}>
          <Shape kind={kind} />
          {meaning}
        </li>
      ))}
    </ul>
  </>
)
