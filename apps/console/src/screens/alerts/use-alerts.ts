import { keepPreviousData, useQueryClient } from '@tanstack/react-query';
import { api, ask, type Schema } from '../../client/api.js';
import { every } from '../../client/query-client.js';
import { useMutation } from '../../client/use-mutation.js';
import { useInfiniteQuery, useQuery } from '../../client/use-query.js';
import { useLanguage } from '../../texts/languages.js';
import type { AlertDraft } from './alert-draft.js';
import { bodyOf, type changeOf } from './alert-draft.js';

/** How often is looked for new events and attempts. */
const LIVE_MS = 2_000;
/** A list of thirty asks for thirty last events: not every two seconds. */
export const LIST_MS = 15_000;
type Counted = Promise<{ response: Response }>;

/** A page of a list, with how many there are in all. */
async function askPage<Data>(asked: Counted & Parameters<typeof ask<Data>>[0]) {
  const [items, { response }] = await Promise.all([ask<Data>(asked), asked]);
  return { items, total: Number(response.headers.get('x-total-count') ?? 0) };
}

export function useAlerts(page: number) {
  return useQuery({
    queryKey: ['alerts', 'list', page],
    queryFn: ({ signal }) => askPage(api.GET('/alerts', { params: { query: { page } }, signal })),
    refetchInterval: every(LIST_MS), // destinations begin to fail, and take messages again
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
}

export function useAlert(uuid: string) {
  return useQuery({
    queryKey: ['alerts', uuid],
    queryFn: ({ signal }) => ask(api.GET('/alerts/{uuid}', { params: { path: { uuid } }, signal })),
    refetchInterval: every(5 * LIVE_MS),
  });
}

/** The newest events of an alert; new ones appear by themselves. */
export function useEvents(alertUuid: string, page: number, eventType?: Schema<'AlertEventType'>, intervalMs = LIVE_MS) {
  return useQuery({
    queryKey: ['alerts', alertUuid, 'events', page, eventType],
    queryFn: ({ signal }) =>
      askPage(
        api.GET('/alerts/{alertUuid}/events', {
          params: {
            path: { alertUuid },
            query: { page, 'order[createdAt]': 'desc', ...(eventType !== undefined && { eventType: [eventType] }) },
          },
          signal,
        }),
      ),
    refetchInterval: every(intervalMs),
    placeholderData: keepPreviousData,
  });
}

/** The newest events of all alerts, and older ones as far as they were asked for; new ones appear by themselves. */
export function useAllEvents() {
  const { data, ...query } = useInfiniteQuery({
    queryKey: ['alerts', 'all-events'],
    queryFn: ({ pageParam, signal }) => askEventLog(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    refetchInterval: every(5 * LIVE_MS), // each page that was asked for
  });
  return { ...query, events: data?.pages.flatMap(({ items }) => items) ?? [] };
}

async function askEventLog(after: string | undefined, signal: AbortSignal) {
  const asked = api.GET('/alert-events', { params: { query: { 'order[createdAt]': 'desc', after } }, signal });
  const [items, { response }] = await Promise.all([ask(asked), asked]);
  const next = /[?&]after=([\da-f-]+)/.exec(response.headers.get('link') ?? '')?.[1];
  return { items, next };
}

/** What an alert is called. Asked once: many events are of few alerts. */
export function useAlertName(uuid: string) {
  return useQuery({
    queryKey: ['alerts', uuid, 'name'],
    queryFn: async ({ signal }) => (await ask(api.GET('/alerts/{uuid}', { params: { path: { uuid } }, signal }))).name,
    staleTime: Infinity,
  });
}

/** Which conditions a listing met, by the criteria of then: never changes. */
export function useExplanation(alertUuid: string, eventUuid: string) {
  const language = useLanguage();
  return useQuery({
    queryKey: ['alerts', alertUuid, 'explanation', eventUuid, language],
    queryFn: ({ signal }) =>
      ask(
        api.GET('/alerts/{alertUuid}/events/{eventUuid}/explanation', {
          params: { path: { alertUuid, eventUuid }, header: { 'Accept-Language': language } },
          signal,
        }),
      ),
    staleTime: Infinity,
  });
}

export function useDeliveries(uuid: string, page: number) {
  return useQuery({
    queryKey: ['alerts', uuid, 'deliveries', page],
    queryFn: ({ signal }) =>
      askPage(api.GET('/alerts/{uuid}/notifications', { params: { path: { uuid }, query: { page } }, signal })),
    refetchInterval: every(LIVE_MS),
    placeholderData: keepPreviousData,
  });
}

/** How many homes meet it now, and which events the last 30 days would have made. */
export function usePreview(draft: AlertDraft) {
  const language = useLanguage();
  const { criteria } = draft;
  return useQuery({
    queryKey: ['alerts', 'preview', criteria, language],
    queryFn: ({ signal }) =>
      ask(
        api.POST('/alerts/preview', {
          params: { header: { 'Accept-Language': language } },
          body: { searchMode: 'advanced', criteria },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function useCreateAlert(onCreated: (alert: Schema<'Alert'>) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (draft: AlertDraft) => ask(api.POST('/alerts', { body: bodyOf(draft) })),
    onSuccess: (alert) => {
      client.setQueryData(['alerts', alert.id], alert);
      void client.invalidateQueries({ queryKey: ['alerts', 'list'] });
      onCreated(alert);
    },
  });
}

export function useChangeAlert(uuid: string, onChanged?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { active?: boolean } & ReturnType<typeof changeOf>) =>
      ask(api.PUT('/alerts/{uuid}', { params: { path: { uuid } }, body })),
    onSuccess: (alert) => {
      client.setQueryData(['alerts', uuid], alert);
      void client.invalidateQueries({ queryKey: ['alerts'] });
      onChanged?.();
    },
  });
}

export function useDeleteAlert(uuid: string, onDeleted: () => Promise<void>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await ask(api.DELETE('/alerts/{uuid}', { params: { path: { uuid } } }));
    },
    onSuccess: async () => {
      void client.invalidateQueries({ queryKey: ['alerts', 'list'] });
      await onDeleted();
      client.removeQueries({ queryKey: ['alerts', uuid] }); // what its page still shows would be asked for again
    },
  });
}

/** Sends a test message; its attempt appears among the deliveries. */
export function useTestMessage(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => ask(api.POST('/alerts/{uuid}/test', { params: { path: { uuid } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['alerts', uuid] }),
  });
}

export function useResend(alertUuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (uuid: string) => ask(api.POST('/event-notifications/{uuid}/resend', { params: { path: { uuid } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['alerts', alertUuid, 'deliveries'] }),
  });
}

export function useReplay(uuid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Schema<'Replay'>) =>
      ask(api.POST('/alerts/{uuid}/replay', { params: { path: { uuid } }, body })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['alerts', uuid, 'deliveries'] }),
  });
}
