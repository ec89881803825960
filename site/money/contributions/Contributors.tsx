import type { ShownContribution } from './model.ts'

/** Contributors who chose to be listed, newest first. */
export const Contributors = ({ shown }: { shown: readonly ShownContribution[] }) =>
  shown.length === 0 ? null : (
    <ul className="contributors">
      {shown.map(({ name, message, text, day }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list stays in its order.
        <li key={index}>
          <span dir="auto">
            <b>{name ?? 'Somebody'}</b> {` gave ${text} on ${day}`}
          </span>
          {message !== null && <q dir="auto">{message}</q>}
        </li>
      ))}
    </ul>
  )
