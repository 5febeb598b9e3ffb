import '@fontsource-variable/figtree/wght.css'
import '../shared/ui/css/base.css'
import '../shared/ui/css/early-view.css'
import '../shared/ui/css/tokens.css'
import { followAddress } from '../shared/api/environment.ts'
import { takeEntry } from '../shared/session/entry/entry-address.ts'
import { askWhatComesFirst } from './ask-ahead.ts'

followAddress(location.search)
takeEntry()
void askWhatComesFirst()
void Promise.resolve(globalThis.stylesLoaded).then(() => import('./main.tsx'))
