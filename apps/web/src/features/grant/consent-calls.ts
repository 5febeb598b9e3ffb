import type { ProviderManifest } from '@rubrica/providers/manifests'
import { api } from '../../shared/api/api.ts'
import { keptRequest } from '../../shared/session/entry/application-request.ts'
import { askForCode } from './grant-calls.ts'
import type { StepProps } from './step-props.ts'

interface Order extends Pick<StepProps, 'request' | 'password' | 'onGranted'> {
  readonly manifest: ProviderManifest
}

/**
 * The calls that have the hashes of an application signed once the person has confirmed, and give it its code. Each
 * throws ApiError or NetworkError.
 */
export function consentCalls({ request, password, manifest, onGranted }: Order) {
  return {
    ask: () => {
      const { hash = '', hashalgo = '' } = keptRequest()
      return api.requestSwisscomHash({ body: { Hash: hash, HashAlgorithm: hashalgo, RequestId: request.RequestId } })
    },
    complete: async (requestId: string) => {
      const answer = await api.completeSwisscomHash({ params: { requestId } })
      if (!('SessionId' in answer)) throw new Error('A request with the id of an application answered no session')
      onGranted(
        await askForCode({
          request,
          password,
          sessionId: answer.SessionId,
          scope: `vidmobilecert\\${manifest.certType.toLowerCase()}`,
        }),
      )
    },
  }
}
