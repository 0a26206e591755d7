// SPDX-License-Identifier: MIT
// Written by scripts/gen.mjs. Do not edit.
pragma solidity =0.8.30;

import {BalancerV2Family} from "../../../src/protocols/balancer-v2/forge/BalancerV2Family.sol";
import {BalancerV3Family} from "../../../src/protocols/balancer-v3/forge/BalancerV3Family.sol";
import {CurveCryptoFamily} from "../../../src/protocols/curve-crypto/forge/CurveCryptoFamily.sol";
import {CurveStableFamily} from "../../../src/protocols/curve-stable/forge/CurveStableFamily.sol";
import {DaiUsdsFamily} from "../../../src/protocols/dai-usds/forge/DaiUsdsFamily.sol";
import {DodoV2Family} from "../../../src/protocols/dodo-v2/forge/DodoV2Family.sol";
import {Erc4626Family} from "../../../src/protocols/erc4626/forge/Erc4626Family.sol";
import {FluidDexFamily} from "../../../src/protocols/fluid-dex/forge/FluidDexFamily.sol";
import {LidoFamily} from "../../../src/protocols/lido/forge/LidoFamily.sol";
import {LiquidityBookFamily} from "../../../src/protocols/liquidity-book/forge/LiquidityBookFamily.sol";
import {MaverickV2Family} from "../../../src/protocols/maverick-v2/forge/MaverickV2Family.sol";
import {PancakeInfinityFamily} from "../../../src/protocols/pancake-infinity/forge/PancakeInfinityFamily.sol";
import {PsmFamily} from "../../../src/protocols/psm/forge/PsmFamily.sol";
import {SolidlyV2Family} from "../../../src/protocols/solidly-v2/forge/SolidlyV2Family.sol";
import {StableSwapFamily} from "../../../src/protocols/stable-swap/forge/StableSwapFamily.sol";
import {SyncswapFamily} from "../../../src/protocols/syncswap/forge/SyncswapFamily.sol";
import {TempoDexFamily} from "../../../src/protocols/tempo-dex/forge/TempoDexFamily.sol";
import {UniswapV4NativeFamily} from "../../../src/protocols/uniswap-v4/forge/UniswapV4NativeFamily.sol";
import {Family, Tokens} from "./Family.sol";

function createFamilies(Tokens memory tokens) returns (Family[] memory all) {
    all = new Family[](18);
    all[0] = new BalancerV2Family(tokens);
    all[1] = new BalancerV3Family(tokens);
    all[2] = new CurveCryptoFamily(tokens);
    all[3] = new CurveStableFamily(tokens);
    all[4] = new DaiUsdsFamily(tokens);
    all[5] = new DodoV2Family(tokens);
    all[6] = new Erc4626Family(tokens);
    all[7] = new FluidDexFamily(tokens);
    all[8] = new LidoFamily(tokens);
    all[9] = new LiquidityBookFamily(tokens);
    all[10] = new MaverickV2Family(tokens);
    all[11] = new PancakeInfinityFamily(tokens);
    all[12] = new PsmFamily(tokens);
    all[13] = new SolidlyV2Family(tokens);
    all[14] = new StableSwapFamily(tokens);
    all[15] = new SyncswapFamily(tokens);
    all[16] = new TempoDexFamily(tokens);
    all[17] = new UniswapV4NativeFamily(tokens);
}
