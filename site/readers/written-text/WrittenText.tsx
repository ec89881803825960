import type { Paragraphs, TextPart } from './text-part.ts'

/** User-written text with links only. */
export const WrittenText = ({ paragraphs }: { paragraphs: Paragraphs }) => (
  <div className="written">
    {paragraphs.map((parts, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes on a page.
      <p key={index} dir="auto">
        {parts.map((part, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above.
          <Part key={place} part={part} />
        ))}
      </p>
    ))}
  </div>
)

const Part = ({ part: { text, href } }: { part: TextPart }) => {
  if (href === undefined) return text
  // External links in user content are not endorsed and get no referrer.
  return href.startsWith('/') ? (
    <a href={href}>{text}</a>
  ) : (
    <a href={href} rel="nofollow ugc noopener noreferrer">
      {text}
    </a>
  )
}
