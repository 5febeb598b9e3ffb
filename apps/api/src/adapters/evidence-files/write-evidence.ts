import { languageOf, PortalError, type Language } from '@rubrica/domain'
import { type Manifest, writeEvidenceFile } from '@rubrica/evidence-file'
import { readCatalogue, type Catalogue } from '@rubrica/locales/node'
import { ArchiveProblem } from '../../modules/archiving/ports.ts'
import type { EvidenceWriter, FileToWrite } from '../../modules/evidence-files/ports.ts'
import { fillText } from '../mail/fill-text.ts'
import { composeFiles, namesOf } from './compose-files.ts'
import { composePages } from './compose-pages.ts'
import { sealFile, type SealFileNeeds } from './seal-file.ts'
import { SealError } from './seal.ts'

export interface EvidenceWriterNeeds extends SealFileNeeds {
  /** Address of the installation, as it is when a file is made. */
  readonly installation: () => string
  readonly defaultLanguage: Language
  /** The program that checks what is written, where it came along. */
  readonly verifier?: Manifest['verifier']
  /** Directory of the catalogues; that of the package unless the program was bundled. */
  readonly catalogues?: URL
}

/** Writes evidence files in the sender's language, and seals them. */
export function openEvidenceWriter(needs: EvidenceWriterNeeds): EvidenceWriter {
  const known = new Map<Language, Catalogue['evidence']>()
  const textsOf = (language: Language) => {
    const texts = known.get(language) ?? readCatalogue(language, needs.catalogues).evidence
    known.set(language, texts)
    return texts
  }
  return {
    write: async (file) => {
      const language = languageOf(file.evidence.language) ?? needs.defaultLanguage
      try {
        const { isSelfMade } = await needs.seal()
        const words = { language, texts: textsOf(language), isSelfMade }
        return await sealFile(
          needs,
          compose(file, words, { installation: needs.installation(), verifier: needs.verifier }),
        )
      } catch (error) {
        throw toldAsUnavailable(error)
      }
    },
  }
}

/** Whoever asked can do nothing about a seal that cannot be used or proved; the operator reads the cause in the log. */
function toldAsUnavailable(error: unknown): unknown {
  if (!(error instanceof SealError || error instanceof ArchiveProblem)) return error
  return new PortalError('TEMPORARILY_UNAVAILABLE', 'The evidence cannot be sealed for the moment', { cause: error })
}

interface Words {
  readonly language: Language
  readonly texts: Catalogue['evidence']
  readonly isSelfMade: boolean
}

interface Maker {
  readonly installation: string
  readonly verifier: Manifest['verifier']
}

function compose(file: FileToWrite, { language, ...words }: Words, { installation, verifier }: Maker): Uint8Array {
  const { evidence, reader, version, previous, mark, at } = file
  const { documentId } = evidence.facts
  const name = namesOf(file).fileName || documentId
  return writeEvidenceFile({
    ...{ language, title: fillText(words.texts.titleOf, { file: name }) },
    footer: fillText(words.texts.footer, { file: name, version: String(version) }),
    blocks: composePages(words, file),
    files: composeFiles(file),
    manifest: {
      ...{ edition: reader.edition, version, documentId, subscriptionId: evidence.subscriptionId },
      ...{ previous: previous?.digest ?? null, ...(previous && { previousBytes: previous.length }) },
      ...{ installation, madeAt: at.toISOString() },
      ...(verifier && { verifier }),
      ...(mark && { verification: { code: mark.code, address: mark.address } }),
      ...{ events: evidence.events.length, chain: evidence.events.at(-1)?.hash ?? '0'.repeat(64) },
    },
  })
}
