import { showBadges } from './show-badges.ts'

// `<script type="module" src="https://…/embed.js">` in other people's pages. With `data-mark="dois"` it marks every DOI of the page.

const own = [...document.scripts].find(({ src }) => src === import.meta.url)
showBadges({ site: import.meta.url, mark: own?.dataset.mark === 'dois' })
