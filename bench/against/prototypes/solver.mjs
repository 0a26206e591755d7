// An earlier prototype of our own, kept only as a peer to beat.
// Throw-away prototype: gas-aware convex-dual router over two-token pools expressed as sqrt-price segments.
// Every directed edge is a list of segments (W_k > W_{k+1}, L_k): in(after fee)=L(1/w'-1/W), out=L(W-w'); CP = one segment.
export class Graph {
  constructor(set) {
    const T = set.tokens.length; this.set = set; this.T = T; const P = set.pools.length; const E = 2 * P; this.E = E;
    const dec = set.tokens.map(t => t.decimals); this.dec = dec;
    let S = 0; for (const p of set.pools) S += p.type === 'cp' ? 2 : 2 * (p.ticks.length + 2);
    this.from = new Int32Array(E); this.to = new Int32Array(E); this.gamma = new Float64Array(E); this.gas = new Float64Array(E);
    this.off = new Int32Array(E + 1); this.W = new Float64Array(S + E); this.L = new Float64Array(S + E); this.X = new Float64Array(S + E); this.Y = new Float64Array(S + E); this.S = new Float64Array(S + E); this.spot = new Float64Array(E);
    let o = 0; const sq = Math.sqrt(1.0001);
    for (let i = 0; i < P; i++) { const p = set.pools[i]; const [a, b] = p.tokens; const g = 1 - p.feePpm / 1e6;
      for (let d = 0; d < 2; d++) { const e = 2 * i + d; this.from[e] = d ? b : a; this.to[e] = d ? a : b; this.gamma[e] = g; this.gas[e] = p.gas; this.off[e] = o;
        if (p.type === 'cp') { const ra = +p.reserves[d] / 10 ** dec[d ? b : a], rb = +p.reserves[1 - d] / 10 ** dec[d ? a : b]; this.W[o] = Math.sqrt(rb / ra); this.L[o] = Math.sqrt(ra * rb); o++; this.W[o] = 0; this.L[o] = 0; o++; }
        else { const k0 = 10 ** ((dec[a] - dec[b]) / 2); const w0 = (+p.sqrtPriceX96 / 2 ** 96) * k0; const ln = 10 ** ((dec[a] + dec[b]) / 2);
          let L = +p.liquidity; const tk = p.ticks; let j = 0; while (j < tk.length && tk[j][0] <= p.tick) j++; // tk[j] first tick above
          if (d === 0) { let w = w0; for (let q = j - 1; q >= 0; q--) { const wt = Math.exp(tk[q][0] * Math.log(sq)) * k0; this.W[o] = w; this.L[o] = Math.max(0, L / ln); if (wt < w) { o++; w = wt; } L -= +tk[q][1]; } this.W[o] = w; this.L[o] = 0; o++; }
          else { let w = 1 / w0; for (let q = j; q < tk.length; q++) { const wt = 1 / (Math.exp(tk[q][0] * Math.log(sq)) * k0); this.W[o] = w; this.L[o] = Math.max(0, L / ln); if (wt < w) { o++; w = wt; } L += +tk[q][1]; } this.W[o] = w; this.L[o] = 0; o++; } }
        const o0 = this.off[e]; let x = 0, y = 0; for (let k = o0; k < o; k++) { this.X[k] = x; this.Y[k] = y; this.S[k] = this.W[k] > 0 ? y - this.W[k] * this.W[k] * x : y; if (k + 1 < o && this.L[k] > 0) { if (this.W[k + 1] > 0) x += this.L[k] * (1 / this.W[k + 1] - 1 / this.W[k]); else x = Infinity; y += this.L[k] * (this.W[k] - this.W[k + 1]); } }
        this.spot[e] = g * this.W[o0] ** 2;
      } }
    this.off[E] = o;
    // CSR out / in
    this.oh = csr(this.from, T, E); this.ih = csr(this.to, T, E);
    this.sqrtSpot = this.spot.map(Math.sqrt);
  }
  // evaluate edge at price ratio rho (in-token price / out-token price): result in R = [x, y, cond-factor L/(g w)]
  at(e, rho, R) { const g = this.gamma[e], o = this.off[e]; const w = Math.sqrt(rho / g); if (w >= this.W[o]) { R[0] = R[1] = R[2] = 0; return false; }
    let lo = o, hi = this.off[e + 1] - 1; while (hi - lo > 1) { const m = (lo + hi) >> 1; if (this.W[m] > w) lo = m; else hi = m; }
    const n = this.off[e + 1] - 1; if (w <= this.W[n]) { R[0] = this.X[n] / g; R[1] = this.Y[n]; R[2] = 0; return true; }
    const L = this.L[lo]; R[0] = (this.X[lo] + L * (1 / w - 1 / this.W[lo])) / g; R[1] = this.Y[lo] + L * (this.W[lo] - w); R[2] = L / (w * g); return true; }
  out(e, x) { if (!(x > 0)) return 0; const o = this.off[e], n = this.off[e + 1] - 1; const xi = x * this.gamma[e]; if (xi >= this.X[n]) return this.Y[n];
    let lo = o, hi = n; while (hi - lo > 1) { const m = (lo + hi) >> 1; if (this.X[m] <= xi) lo = m; else hi = m; }
    const L = this.L[lo]; if (!(L > 0)) return this.Y[lo]; const w = 1 / (1 / this.W[lo] + (xi - this.X[lo]) / L); return this.Y[lo] + L * (this.W[lo] - w); }
}
function csr(key, T, E) { const h = new Int32Array(T + 1); for (let e = 0; e < E; e++) h[key[e] + 1]++; for (let i = 0; i < T; i++) h[i + 1] += h[i]; const idx = new Int32Array(E), p = h.slice(); for (let e = 0; e < E; e++) idx[p[key[e]]++] = e; return { h, idx }; }

const R = new Float64Array(3);
export function solve(G, s, t, D, opt = {}) {
  const T = G.T, E = G.E, H = opt.hops ?? 4, st = { newton: 0, evals: 0, rounds: 0, resolves: 0 }; const t0 = performance.now();
  const gasUnit = opt.gasPriceOut ?? 0; // out-token units per gas
  // ---- backward gas-aware spot potentials
  const nu = new Float64Array(T); nu[t] = 1;
  const thr = (e, nb) => { const o = G.off[e], n = G.off[e + 1] - 1; if (!(nb > 0)) return 0; const q = G.gas[e] * gasUnit / nb; if (q === 0) return G.spot[e]; if (q >= G.S[n]) return (q < G.Y[n] && G.X[n] > 0 && G.X[n] < Infinity) ? G.gamma[e] * (G.Y[n] - q) / G.X[n] : 0;
    let k = o; while (k + 1 < n && G.S[k + 1] <= q) k++; const L = G.L[k], W = G.W[k]; const A = L / W - G.X[k], C = G.Y[k] + L * W - q; // A w^2 - 2 L w + C = 0, smaller root below W
    let w; if (!(L > 0)) { w = G.X[k] > 0 ? Math.sqrt(Math.max(0, (G.Y[k] - q) / G.X[k])) : W; } else { const disc = Math.max(0, L * L - A * C); w = C / (L + Math.sqrt(disc)); } w = Math.min(W, Math.max(w, G.W[k + 1])); return G.gamma[e] * w * w; };
  { let front = [t]; const inF = new Uint8Array(T); for (let h = 0; h < H && front.length; h++) { const nx = []; for (const k of front) inF[k] = 0; for (const k of front) { for (let i = G.ih.h[k]; i < G.ih.h[k + 1]; i++) { const e = G.ih.idx[i], a = G.from[e]; if (a === t || a === k) continue; if (G.spot[e] * nu[k] <= nu[a]) continue; const v = thr(e, nu[k]) * nu[k]; if (v > nu[a] * (1 + 1e-12)) { nu[a] = v; if (!inF[a]) { inF[a] = 1; nx.push(a); } } } } front = nx; } }
  if (!(nu[s] > 0)) { // gas too high: fall back to raw spot
    if (gasUnit > 0) return solve(G, s, t, D, { ...opt, gasPriceOut: 0, noGas: true }); return null; }
  const tB = performance.now();
  // ---- forward amount-aware best single path (gas-aware via nu)
  const amt = new Float64Array(T), pred = new Int32Array(T).fill(-1), gcum = new Float64Array(T); amt[s] = D;
  const fphi = new Float64Array(T); fphi[s] = 1;
  { let front = [s]; const inF = new Uint8Array(T); for (let h = 0; h < H && front.length; h++) { const nx = []; const snap = front.map(k => amt[k]); for (const k of front) inF[k] = 0; for (let f = 0; f < front.length; f++) { const k = front[f], A = snap[f]; if (k === t) continue; for (let i = G.oh.h[k]; i < G.oh.h[k + 1]; i++) { const e = G.oh.idx[i], b = G.to[e]; if (b === s || !(nu[b] > 0)) continue; if (A * G.spot[e] <= amt[b]) continue; const y = G.out(e, A); const gc = gcum[k] + G.gas[e]; if ((y * nu[b] - gc * gasUnit) > (amt[b] * nu[b] - gcum[b] * gasUnit) + 1e-15) { // loop check
            let c = k, bad = false, n = 0; while (c !== s) { if (c === b || n++ > 12) { bad = true; break; } c = G.from[pred[c]]; } if (bad) continue; amt[b] = y; pred[b] = e; gcum[b] = gc; if (!inF[b]) { inF[b] = 1; nx.push(b); } } } } front = nx; } }
  if (pred[t] < 0) return null;
  const path = []; for (let c = t; c !== s;) { path.push(pred[c]); c = G.from[pred[c]]; } path.reverse();
  let single = D; for (const e of path) single = G.out(e, single); let singleGas = path.reduce((a, e) => a + G.gas[e], 0); let singleNet = single - singleGas * gasUnit;
  let singleUB = -Infinity; { let qmin = Infinity; for (let e = 0; e < E; e++) if (G.gas[e] < qmin) qmin = G.gas[e]; let amtL = new Float64Array(T), frontL = [s]; amtL[s] = D; const preds = []; const cut = 0.9 * Math.max(single - singleGas * gasUnit, 0);
    for (let h = 1; h <= H; h++) { const nx = new Float64Array(T), pr = new Int32Array(T).fill(-1), nf = []; for (const k of frontL) { const A = amtL[k]; for (let i = G.oh.h[k]; i < G.oh.h[k + 1]; i++) { const e = G.oh.idx[i], b = G.to[e]; if (b === s || !(nu[b] > 0) || A * G.spot[e] <= nx[b]) continue; const y = G.out(e, A); if (y > nx[b]) { if (!(nx[b] > 0)) nf.push(b); nx[b] = y; pr[b] = e; } } } preds.push(pr);
      if (nx[t] > 0) { singleUB = Math.max(singleUB, nx[t] - h * qmin * gasUnit); const pp = []; let c = t; for (let l = h - 1; l >= 0; l--) { const e = preds[l][c]; pp.push(e); c = G.from[e]; } pp.reverse(); if (new Set(pp.map(e => e >> 1)).size === pp.length) { const g = pp.reduce((z, e) => z + G.gas[e], 0); if (nx[t] - g * gasUnit > single - singleGas * gasUnit) { single = nx[t]; singleGas = g; path.length = 0; path.push(...pp); } } }
      amtL = nx; frontL = nf.filter(k => k !== t && nx[k] * nu[k] >= cut); } singleNet = single - singleGas * gasUnit; }
  if (gasUnit > 0) { const raw = new Float64Array(T); raw[t] = 1; let fr = [t]; const iF = new Uint8Array(T); for (let h = 0; h < H && fr.length; h++) { const nx = []; for (const k of fr) iF[k] = 0; for (const k of fr) for (let i = G.ih.h[k]; i < G.ih.h[k + 1]; i++) { const e = G.ih.idx[i], a = G.from[e]; if (!(nu[a] > 0)) continue; const v = G.spot[e] * raw[k]; if (v > raw[a] * (1 + 1e-12)) { raw[a] = v; if (!iF[a]) { iF[a] = 1; nx.push(a); } } } fr = nx; }
    let A0 = new Float64Array(T), Q0 = new Float64Array(T), F = [s]; A0[s] = D; const preds = []; const cut = 0.9 * Math.max(singleNet, 0);
    for (let h = 1; h <= H; h++) { const A1 = new Float64Array(T), Q1 = new Float64Array(T), pr = new Int32Array(T).fill(-1), nf = []; for (const k of F) for (let i = G.oh.h[k]; i < G.oh.h[k + 1]; i++) { const e = G.oh.idx[i], b = G.to[e]; if (b === s || !(nu[b] > 0)) continue; const q = Q0[k] + G.gas[e] * gasUnit; if (pr[b] >= 0 && A0[k] * G.spot[e] * raw[b] - q <= A1[b] * raw[b] - Q1[b]) continue; const y = G.out(e, A0[k]); if (pr[b] < 0 || y * raw[b] - q > A1[b] * raw[b] - Q1[b]) { if (pr[b] < 0) nf.push(b); A1[b] = y; Q1[b] = q; pr[b] = e; } } preds.push(pr);
      if (pr[t] >= 0 && A1[t] - Q1[t] > singleNet) { const pp = []; let c = t; for (let l = h - 1; l >= 0; l--) { pp.push(preds[l][c]); c = G.from[preds[l][c]]; } pp.reverse(); if (new Set(pp.map(e => e >> 1)).size === pp.length) { single = A1[t]; singleGas = Q1[t] / gasUnit; singleNet = A1[t] - Q1[t]; path.length = 0; path.push(...pp); } }
      A0 = A1; Q0 = Q1; F = nf.filter(k => k !== t && A1[k] * raw[k] >= cut); } }
  // forward spot potentials for candidate scoring
  { let front = [s]; const inF = new Uint8Array(T); for (let h = 0; h < H && front.length; h++) { const nx = []; for (const k of front) inF[k] = 0; for (const k of front) { if (k === t) continue; for (let i = G.oh.h[k]; i < G.oh.h[k + 1]; i++) { const e = G.oh.idx[i], b = G.to[e]; if (!(nu[b] > 0) || b === s) continue; const v = fphi[k] * G.spot[e]; if (v > fphi[b] * (1 + 1e-12)) { fphi[b] = v; if (!inF[b]) { inF[b] = 1; nx.push(b); } } } } front = nx; } }
  const tF = performance.now();
  // ---- master tokens
  const avg = single / D, inM = new Int32Array(T).fill(-1); let M = [];
  const addM = j => { if (inM[j] < 0) { inM[j] = M.length; M.push(j); } };
  addM(t); addM(s); for (const e of path) { addM(G.from[e]); addM(G.to[e]); }
  { const c = []; for (let j = 0; j < T; j++) if (inM[j] < 0 && fphi[j] * nu[j] > avg * 0.98) c.push([fphi[j] * nu[j], j]); c.sort((a, b) => b[0] - a[0]); for (const [, j] of c.slice(0, opt.m0 ?? 24)) addM(j); }
  let edges, lnu = new Float64Array(256), n; const buildEdges = () => { n = M.length; edges = []; for (const j of M) for (let i = G.oh.h[j]; i < G.oh.h[j + 1]; i++) { const e = G.oh.idx[i]; if (inM[G.to[e]] >= 0 && j !== t && G.to[e] !== s) edges.push(e); } };
  buildEdges();
  const nuM = new Float64Array(512); for (let i = 0; i < n; i++) nuM[i] = nu[M[i]] || 1e-30;
  // start: price along the single path marginals
  { let x = D; const marg = []; for (const e of path) { const y = G.out(e, x), d = Math.max(x * 1e-6, 1e-300); marg.push((G.out(e, x + d) - y) / d); x = y; } let v = 1; for (let i = path.length - 1; i >= 0; i--) { v *= marg[i]; const j = inM[G.from[path[i]]]; nuM[j] = Math.max(v, nuM[j] * 1e-3); } }
  const xs = new Float64Array(E), ys = new Float64Array(E);
  let Lm = new Float64Array(1), gr = new Float64Array(512), dl = new Float64Array(512), tr = new Float64Array(512);
  const evalG = (v, ed, wantH, tau) => { st.evals++; let g = D * v[inM[s]]; if (wantH) { Lm.fill(0, 0, n * n); gr.fill(0, 0, n); gr[inM[s]] += D * v[inM[s]]; }
    for (let q = 0; q < ed.length; q++) { const e = ed[q], a = inM[G.from[e]], b = inM[G.to[e]]; const va = v[a], vb = v[b]; const rho = va / vb; 
      if (rho >= G.spot[e]) { if (wantH && tau > 0 && rho < G.spot[e] * (1 + 8 * tau)) { const z = Math.log(rho / G.spot[e]) / tau; const o = G.off[e]; const c = 0.5 * va * G.L[o] / (G.W[o] * G.gamma[e]) * Math.exp(-z) * 0.5; Lm[a * n + a] += c; Lm[b * n + b] += c; Lm[a * n + b] -= c; Lm[b * n + a] -= c; } if (wantH) { xs[e] = ys[e] = 0; } continue; }
      G.at(e, rho, R); g += vb * R[1] - va * R[0];
      if (wantH) { xs[e] = R[0]; ys[e] = R[1]; gr[a] -= va * R[0]; gr[b] += vb * R[1]; const c = 0.5 * va * R[2]; Lm[a * n + a] += c; Lm[b * n + b] += c; Lm[a * n + b] -= c; Lm[b * n + a] -= c; } }
    return g; };
  const newton = (ed, maxIt = 60, tol = 1e-9) => { if (Lm.length < n * n) Lm = new Float64Array(n * n); let tau = opt.tau ?? 0.004, g, ti = inM[t]; st.resolves++;
    for (let it = 0; it < maxIt; it++) { st.newton++; g = evalG(nuM, ed, true, tau); let err = 0; for (let i = 0; i < n; i++) if (i !== ti) err = Math.max(err, Math.abs(gr[i])); if (err <= tol * g) break;
      // (L + mu) dl = -gr, grounded at t
      let dm = 0; for (let i = 0; i < n; i++) dm = Math.max(dm, Lm[i * n + i]); const mu = 1e-12 * dm + 1e-300 + 0.02 * err * Math.min(1, tau / 0.001); 
      for (let i = 0; i < n; i++) { Lm[i * n + i] += mu + (i !== ti && gr[i] > 0 ? 0 : 0); if (i === ti) { for (let j = 0; j < n; j++) { Lm[i * n + j] = 0; Lm[j * n + i] = 0; } Lm[i * n + i] = 1; dl[i] = 0; } else dl[i] = -gr[i]; }
      chol(Lm, n, dl); let mx = 0; for (let i = 0; i < n; i++) mx = Math.max(mx, Math.abs(dl[i])); let step = mx > 0.4 ? 0.4 / mx : 1; let slope = 0; for (let i = 0; i < n; i++) slope += gr[i] * dl[i] * (i === ti ? 0 : 1);
      let ok = false; for (let ls = 0; ls < 30; ls++) { for (let i = 0; i < n; i++) tr[i] = nuM[i] * Math.exp(step * dl[i]); const g2 = evalG(tr, ed, false, 0); if (g2 <= g + 1e-4 * step * slope + 1e-14 * g) { ok = true; break; } step *= ls < 2 ? 0.5 : 0.25; }
      if (!ok) { if (tau > 1e-9) { tau *= 0.1; continue; } break; } for (let i = 0; i < n; i++) nuM[i] = tr[i]; tau = step > 0.9 ? tau * 0.15 : tau * 0.6; if (tau < 1e-10) tau = 0; }
    return evalG(nuM, ed, true, 0); };
  const evalS = (v, ed, del, wantH) => { st.evals++; let g = D * v[inM[s]]; if (wantH) { Lm.fill(0, 0, n * n); gr.fill(0, 0, n); gr[inM[s]] += D * v[inM[s]]; }
    for (let i = 0; i < ed.length; i++) { const e = ed[i], a = inM[G.from[e]], b = inM[G.to[e]], va = v[a], vb = v[b], rho = va / vb; const q = G.gas[e] * gasUnit; if (rho >= G.spot[e]) { if (wantH) { xs[e] = ys[e] = 0; } continue; } G.at(e, rho, R); const x = R[0], y = R[1]; const ar = vb * y - va * x; const z = (ar - q) / (del * q); const z0 = -1 / del; const sp = z > 30 ? z : Math.log1p(Math.exp(z)), sp0 = Math.log1p(Math.exp(z0)); g += del * q * (sp - sp0);
      if (wantH) { const sg = z > 30 ? 1 : 1 / (1 + Math.exp(-z)); xs[e] = sg * x; ys[e] = sg * y; gr[a] -= sg * va * x; gr[b] += sg * vb * y; const c = sg * 0.5 * va * R[2]; const k = sg * (1 - sg) / (del * q); const ga = -va * x, gb = vb * y; Lm[a * n + a] += c + k * ga * ga; Lm[b * n + b] += c + k * gb * gb; Lm[a * n + b] += -c + k * ga * gb; Lm[b * n + a] += -c + k * ga * gb; } } return g; };
  const newtonS = (ed, dels, itMax = 12) => { if (Lm.length < n * n) Lm = new Float64Array(n * n); const ti = inM[t]; st.resolves++; for (const del of dels) for (let it = 0; it < itMax; it++) { st.newton++; const g = evalS(nuM, ed, del, true); let err = 0; for (let i = 0; i < n; i++) if (i !== ti) err = Math.max(err, Math.abs(gr[i])); if (err < 1e-6 * g) break; let dm = 0; for (let i = 0; i < n; i++) dm = Math.max(dm, Lm[i * n + i]); const mu = 1e-9 * dm + 1e-300 + err * 0.05; for (let i = 0; i < n; i++) { Lm[i * n + i] += mu; if (i === ti) { for (let j = 0; j < n; j++) { Lm[i * n + j] = 0; Lm[j * n + i] = 0; } Lm[i * n + i] = 1; dl[i] = 0; } else dl[i] = -gr[i]; } chol(Lm, n, dl); let mx = 0, slope = 0; for (let i = 0; i < n; i++) { mx = Math.max(mx, Math.abs(dl[i])); slope += (i === ti ? 0 : gr[i] * dl[i]); } let step = mx > 0.05 ? 0.05 / mx : 1, ok = false, g2; for (let ls = 0; ls < 25; ls++) { for (let i = 0; i < n; i++) tr[i] = nuM[i] * Math.exp(step * dl[i]); g2 = evalS(tr, ed, del, false); if (g2 <= g + 1e-4 * step * slope) { ok = true; break; } step *= 0.4; } if (!ok) break; for (let i = 0; i < n; i++) nuM[i] = tr[i]; if (g - g2 < 1e-7 * g) break; } };
  // full-graph bound at current prices; returns U and violating edges/tokens
  const pot = new Float64Array(T);
  const bound = (collect) => { pot.fill(0); for (let i = 0; i < n; i++) pot[M[i]] = nuM[i]; let front = M.slice(); const inF = new Uint8Array(T); for (let h = 0; h < 40 && front.length; h++) { const nx = []; for (const k of front) inF[k] = 0; for (const k of front) for (let i = G.ih.h[k]; i < G.ih.h[k + 1]; i++) { const e = G.ih.idx[i], a = G.from[e]; if (inM[a] >= 0) continue; if (G.spot[e] * pot[k] <= pot[a]) continue; const v = thr(e, pot[k]) * pot[k]; if (v > pot[a] * (1 + 1e-9)) { pot[a] = v; if (!inF[a]) { inF[a] = 1; nx.push(a); } } } front = nx; }
    let U = D * pot[s], U0 = U; const viol = []; 
    for (let e = 0; e < E; e++) { const va = pot[G.from[e]], vb = pot[G.to[e]]; if (!(vb > 0) || va >= vb * G.spot[e]) continue; if (G.to[e] === s || G.from[e] === t) continue; if (!(va > 0)) { R[1] = G.Y[G.off[e + 1] - 1]; R[0] = 0; } else G.at(e, va / vb, R); const arb = vb * R[1] - va * R[0]; U0 += arb; const c = arb - G.gas[e] * gasUnit; if (opt.debug && opt.dbg2 && c > 0) console.log("edge", e, G.set.tokens[G.from[e]].symbol, G.set.tokens[G.to[e]].symbol, "arb", arb, "q", arb - c, "va", va, "vb", vb, inM[G.from[e]], inM[G.to[e]]); if (c > 0) { U += c; if (collect && (inM[G.from[e]] < 0 || inM[G.to[e]] < 0)) viol.push([c, e]); } }
    // shortest path s->t with lengths (q-arb)+ : Bellman-Ford over graph, lengths <= q
    let sp = 0; if (gasUnit > 0) { const d = new Map([[s, 0]]); let fr = [s]; let best = Infinity; for (let h = 0; h < H + 2 && fr.length; h++) { const nx = new Set(); for (const k of fr) { const dk = d.get(k); if (dk >= best) continue; for (let i = G.oh.h[k]; i < G.oh.h[k + 1]; i++) { const e = G.oh.idx[i], b = G.to[e]; const va = pot[k], vb = pot[b]; let arb = 0; const q = G.gas[e] * gasUnit; if (dk + 0 >= (d.get(b) ?? Infinity)) continue; if (vb > 0 && va > 0 && va < vb * G.spot[e]) { G.at(e, va / vb, R); arb = vb * R[1] - va * R[0]; } const nd = dk + Math.max(0, q - arb); if (nd < (d.get(b) ?? Infinity)) { d.set(b, nd); if (b === t) best = Math.min(best, nd); else nx.add(b); } } } fr = [...nx]; } sp = d.get(t) ?? 0; }
    viol.sort((a, b) => b[0] - a[0]); return { U: U - sp, U0, sp, viol }; };
  const boundFree = () => { pot.fill(0); for (let i = 0; i < n; i++) pot[M[i]] = nuM[i]; let front = M.slice(); const inF = new Uint8Array(T); for (let h = 0; h < 40 && front.length; h++) { const nx = []; for (const k of front) inF[k] = 0; for (const k of front) for (let i = G.ih.h[k]; i < G.ih.h[k + 1]; i++) { const e = G.ih.idx[i], a = G.from[e]; if (inM[a] >= 0) continue; const v = G.spot[e] * pot[k]; if (v > pot[a] * (1 + 1e-9)) { pot[a] = v; if (!inF[a]) { inF[a] = 1; nx.push(a); } } } front = nx; }
    let U = D * pot[s]; for (let e = 0; e < E; e++) { const va = pot[G.from[e]], vb = pot[G.to[e]]; if (!(vb > 0) || va >= vb * G.spot[e] || G.to[e] === s || G.from[e] === t) continue; G.at(e, va / vb, R); U += vb * R[1] - va * R[0]; } return U; };
  let Uconv = newton(edges), bd;
  for (let r = 0; r < 6; r++) { st.rounds++; bd = bound(true); const add = new Set(); for (const [c, e] of bd.viol) { if (c < 1e-7 * Uconv) break; add.add(G.from[e]); add.add(G.to[e]); 
      // add the chain behind potentials of new tokens
      let k = G.to[e]; for (let h = 0; h < 4 && inM[k] < 0; h++) { add.add(k); let bst = -1, bv = 0; for (let i = G.oh.h[k]; i < G.oh.h[k + 1]; i++) { const f = G.oh.idx[i]; const v = thr(f, pot[G.to[f]]) * pot[G.to[f]]; if (v > bv) { bv = v; bst = f; } } if (bst < 0) break; k = G.to[bst]; } if (add.size > 16) break; }
    const nw = [...add].filter(j => inM[j] < 0); if (!nw.length || M.length + nw.length > 200) break; for (const j of nw) { addM(j); nuM[M.length - 1] = pot[j] || 1e-30; } buildEdges(); Uconv = newton(edges); }
  const tN = performance.now();
  const convNu = nuM.slice(0, 512); { const g0 = gasUnit; }
  const U0conv = boundFree();
  const gasFree = Uconv; // gas-free convex optimum (dual value on master) 
  // ---- primal from flows on a support
  const primal = sup => { // Kahn order on support with fractions from xs
    const need = new Map(), outs = new Map(); for (const e of sup) { if (!(xs[e] > 0)) continue; const a = G.from[e], b = G.to[e]; if (!outs.has(a)) outs.set(a, []); outs.get(a).push(e); need.set(b, (need.get(b) || 0) + 1); }
    const bal = new Map([[s, D]]); const ready = [s]; let done = 0, gas = 0; const seq = []; const seen = new Set(); while (ready.length) { const k = ready.pop(); seen.add(k); if (k === t) continue; const os = outs.get(k) || []; let tot = 0; for (const e of os) tot += xs[e]; const B = bal.get(k) || 0; for (const e of os) { const x = tot > 0 ? B * xs[e] / tot : 0; const y = G.out(e, x); const b = G.to[e]; bal.set(b, (bal.get(b) || 0) + y); seq.push([e, x, y]); if (x > 0) gas += G.gas[e]; const r = need.get(b) - 1; need.set(b, r); if (r === 0) ready.push(b); } }
    for (const [b, r] of need) if (r > 0) return null; // cycle
    return { out: bal.get(t) || 0, gas, net: (bal.get(t) || 0) - gas * gasUnit, seq }; };
  const decycle = sp => { for (let round = 0; round < 25; round++) { const out = new Map(); for (const e of sp) if (xs[e] > 0) { const k = G.from[e]; if (!out.has(k)) out.set(k, []); out.get(k).push(e); } const col = new Map(), stack = [], drop = new Set(); const dfs = k => { col.set(k, 1); for (const e of out.get(k) || []) { if (drop.has(e)) continue; const b = G.to[e]; if (col.get(b) === 1) { let m = e, mv = xs[e] * nuM[inM[k]]; for (let i = stack.length - 1; i >= 0; i--) { const f = stack[i]; const v = xs[f] * nuM[inM[G.from[f]]]; if (v < mv) { mv = v; m = f; } if (G.from[f] === b) break; } drop.add(m); } else if (!col.has(b)) { stack.push(e); dfs(b); stack.pop(); } } col.set(k, 2); }; dfs(s); for (const k of out.keys()) if (!col.has(k)) dfs(k); if (!drop.size) return sp; st.cyc = (st.cyc || 0) + drop.size; sp = sp.filter(e => !drop.has(e)); newton(sp, 40, 1e-8); sp = sp.filter(e => xs[e] > 0); } return sp; };
  let sup = edges.filter(e => xs[e] * nuM[inM[G.from[e]]] > 1e-9 * gasFree);
  const arbOf = e => { const va = nuM[inM[G.from[e]]], vb = nuM[inM[G.to[e]]]; return vb * ys[e] - va * xs[e]; };
  const cascade = (set, e0) => { // remove e0 and dead ends
    const cur = new Set(set); cur.delete(e0); const rem = [e0]; let ch = true; while (ch) { ch = false; const inn = new Map(), ou = new Map(); for (const e of cur) { ou.set(G.from[e], (ou.get(G.from[e]) || 0) + 1); inn.set(G.to[e], (inn.get(G.to[e]) || 0) + 1); } for (const e of cur) { if ((G.from[e] !== s && !inn.get(G.from[e])) || (G.to[e] !== t && !ou.get(G.to[e]))) { cur.delete(e); rem.push(e); ch = true; } } } return { cur: [...cur], rem }; };
  let best = { net: singleNet, out: single, gas: singleGas, seq: null, kind: 'single' };
  const consider = sp => { const p = primal(sp); if (p && p.net > best.net) { best = { ...p, kind: 'split' }; best.nu = nuM.slice(0, n); best.sup = sp; } return p; };
  const nSup0 = sup.length; let convP = consider(sup); if (!convP) { sup = decycle(sup); convP = consider(sup); }
  // drop edges that do not pay, in batches then singly
  for (let frac of [0.1, 0.3, 0.6, 0.9]) { for (let rep = 0; rep < 6; rep++) { const cand = sup.map(e => [arbOf(e) - G.gas[e] * gasUnit * frac, e]).filter(c => c[0] < 0).sort((a, b) => a[0] - b[0]); let cur = sup, dropped = 0; for (const [, e] of cand) { if (!cur.includes(e)) continue; const c = cascade(cur, e); if (!c.cur.length) continue; let gain = 0; for (const r of c.rem) gain += G.gas[r] * gasUnit * frac - arbOf(r); if (gain > 0) { cur = c.cur; dropped++; if (dropped >= Math.max(2, sup.length * 0.25)) break; } } if (!dropped) break; sup = cur; newton(sup, 30, 1e-8); sup = sup.filter(e => xs[e] > 0 && xs[e] * nuM[inM[G.from[e]]] > 1e-9 * gasFree); consider(sup); } }
  // single drops with true test + re-add
  const full = edges; let improved = true, guard = 0; 
  while (improved && guard++ < (opt.ls ?? 12)) { improved = false; newton(sup, 30, 1e-9); const base = primal(sup)?.net ?? -Infinity; consider(sup); const save = nuM.slice(0, n);
    const rated = sup.map(e => { const c = cascade(sup, e); let g = 0; for (const r of c.rem) g += G.gas[r] * gasUnit - arbOf(r); return [g, e, c]; }).filter(r => r[2].cur.length && r[0] > -0.5 * G.gas[r[1]] * gasUnit).sort((a, b) => b[0] - a[0]);
    for (const [, e, c] of rated.slice(0, 3)) { newton(c.cur, 30, 1e-9); const p = primal(c.cur); if (p && p.net > base * (1 + 1e-12)) { sup = c.cur; improved = true; consider(sup); break; } nuM.set(save); }
    if (!improved) { evalG(nuM, sup, true, 0); const inS = new Set(sup); const cand = full.filter(e => !inS.has(e)).map(e => { const va = nuM[inM[G.from[e]]], vb = nuM[inM[G.to[e]]]; if (va >= vb * G.spot[e]) return [-1, e]; G.at(e, va / vb, R); return [vb * R[1] - va * R[0] - G.gas[e] * gasUnit, e]; }).filter(c => c[0] > 0).sort((a, b) => b[0] - a[0]).slice(0, 2); for (const [, e] of cand) { newton([...sup, e], 30, 1e-9); const p = primal([...sup, e]); if (p && p.net > base * (1 + 1e-12)) { sup = [...sup, e]; improved = true; consider(sup); break; } nuM.set(save); } } }
  const tP = performance.now();
  if (!best.seq) best.seq = path.map(e => [e, 0, 0]);
  let U = Infinity, viol = 0, U1 = Infinity, U2 = Infinity;
  if (gasUnit > 0) { if (best.nu) { for (let i = 0; i < n; i++) nuM[i] = best.nu[i]; for (let i = 0; i < n; i++) if (!(nuM[i] > 0)) nuM[i] = nu[M[i]]; const b0 = bound(false); U = Math.min(U, b0.U); }
    for (let i = 0; i < n; i++) nuM[i] = convNu[i] || nu[M[i]]; for (const del of [1, 0.3, 0.1, 0.03]) { newtonS(edges, [del], del === 1 ? 25 : 10); const b1 = bound(true); if (b1.U < U1) { U1 = b1.U; viol = b1.viol.length; } }
    // class bound: simple paths by layered DP; everything else uses at least 2 (or 3) pools
    let qmin = Infinity; for (let e = 0; e < E; e++) if (G.gas[e] < qmin) qmin = G.gas[e]; let direct = 0; for (let i = G.oh.h[s]; i < G.oh.h[s + 1]; i++) if (G.to[G.oh.idx[i]] === t) direct++;
    U2 = Math.max(singleUB, U0conv - (direct >= 2 ? 2 : 3) * qmin * gasUnit); U = Math.min(U, U1, U2); }
  else U = U0conv;
  const t1 = performance.now();
  return { out: best.out, gas: best.gas, net: best.net, kind: best.kind, legs: best.seq.length, U, gasFreeU: U0conv, U1, U2, single, singleNet, convOut: convP?.out, nSup0, Mn: M.length, st, seq: best.seq, viol,
    ms: { total: t1 - t0, back: tB - t0, fwd: tF - tB, conv: tN - tF, prune: tP - tN, cert: t1 - tP } };
}
function chol(A, n, b) { for (let j = 0; j < n; j++) { let d = A[j * n + j]; for (let k = 0; k < j; k++) d -= A[j * n + k] * A[j * n + k]; if (d <= 1e-300) d = 1e-300; d = Math.sqrt(d); A[j * n + j] = d; for (let i = j + 1; i < n; i++) { let v = A[i * n + j]; for (let k = 0; k < j; k++) v -= A[i * n + k] * A[j * n + k]; A[i * n + j] = v / d; } }
  for (let i = 0; i < n; i++) { let v = b[i]; for (let k = 0; k < i; k++) v -= A[i * n + k] * b[k]; b[i] = v / A[i * n + i]; } for (let i = n - 1; i >= 0; i--) { let v = b[i]; for (let k = i + 1; k < n; k++) v -= A[k * n + i] * b[k]; b[i] = v / A[i * n + i]; } }
