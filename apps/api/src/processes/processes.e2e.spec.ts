import { ApiGroup } from '../testing/api-group.js';

let api: ApiGroup;
afterEach(() => api.stop());

it('answers with several processes at one port', async () => {
  api = await ApiGroup.start(2);
  expect(api.pids).toHaveLength(2);
  expect((await api.get('/health/ready')).status).toBe(200);
  const { text } = await api.get('/metrics');
  expect(text).toContain('gable_api_processes{state="answering",process="api"} 2');
});
