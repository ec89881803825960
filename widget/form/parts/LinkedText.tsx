import { linked } from './linked.ts'

/** Message with its help URLs as links (SPEC §8), which open in a new tab. */
export const LinkedText = ({ children }: { children: string }) =>
  linked(children).map(({ text, url }, place) =>
    url === null ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text keep their order.
      <a key={place} className="siw-link" href={url} target="_blank" rel="noreferrer">
        {text}
      </a>
    ),
  )
