// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {
    DishonestBalancerV2,
    DishonestBook,
    DishonestCurve,
    DishonestDodo,
    DishonestFluid,
    DishonestMaverick,
    DishonestPool,
    DishonestPsm,
    DishonestShares,
    DishonestSolidly,
    DishonestStableSwap,
    DishonestSyncswap,
    DishonestWrapper
} from "../mocks/DishonestPools.sol";
import {TaxedCoin} from "../mocks/Coins.sol";
import {DishonestBalancerV3, DishonestInfinity, DishonestManager} from "../mocks/DishonestVaults.sol";
import {BalancerV2Venue} from "../../../src/protocols/balancer-v2/forge/BalancerV2Venue.sol";
import {BalancerV3Venue} from "../../../src/protocols/balancer-v3/forge/BalancerV3Venue.sol";
import {Code} from "../venues/Code.sol";
import {CurveCryptoVenue} from "../../../src/protocols/curve-crypto/forge/CurveCryptoVenue.sol";
import {CurveOverVenue, CurveVenue} from "../../../src/protocols/curve-stable/forge/CurveVenue.sol";
import {DodoVenue} from "../../../src/protocols/dodo-v2/forge/DodoVenue.sol";
import {Erc4626Venue} from "../../../src/protocols/erc4626/forge/Erc4626Venue.sol";
import {FluidVenue} from "../../../src/protocols/fluid-dex/forge/FluidVenue.sol";
import {InfinityVenue} from "../../../src/protocols/pancake-infinity/forge/InfinityVenue.sol";
import {LidoVenue} from "../../../src/protocols/lido/forge/LidoVenue.sol";
import {LiquidityBookVenue} from "../../../src/protocols/liquidity-book/forge/LiquidityBookVenue.sol";
import {MaverickVenue} from "../../../src/protocols/maverick-v2/forge/MaverickVenue.sol";
import {PsmVenue} from "../../../src/protocols/psm/forge/PsmVenue.sol";
import {SolidlyVenue} from "../../../src/protocols/solidly-v2/forge/SolidlyVenue.sol";
import {StableSwapVenue} from "../../../src/protocols/stable-swap/forge/StableSwapVenue.sol";
import {SyncswapVenue} from "../../../src/protocols/syncswap/forge/SyncswapVenue.sol";
import {V4NativeVenue} from "../../../src/protocols/uniswap-v4/forge/V4NativeVenue.sol";
import {Venue} from "../venues/Venue.sol";

/// @notice Has the interface of stETH, at a rate of one.
contract ShareToken is PlainToken {
    function sharesOf(address account) external view returns (uint256) {
        return balanceOf[account];
    }

    function getPooledEthByShares(uint256 shares) external pure returns (uint256) {
        return shares;
    }

    function getSharesByPooledEth(uint256 amount) external pure returns (uint256) {
        return amount;
    }
}

/// @notice Every adapter as deployed, with its pools and a dishonest pool.
contract VenueList {
    Venue[] public venues;
    /// Pools of a token with a fee on transfer: their own quotes do not hold.
    Venue[] public taxed;
    DishonestPool[] public evils;
    /// The adapter's data for a sale to it.
    mapping(DishonestPool => uint48) public dataOf;
    /// Its adapter.
    mapping(DishonestPool => address) public adapterOf;

    PlainToken private immutable a;
    PlainToken private immutable b;
    address private immutable c;
    address private immutable weth;

    constructor(PlainToken a_, PlainToken b_, address c_, address weth_) {
        (a, b, c, weth) = (a_, b_, c_, weth_);
    }

    function count() external view returns (uint256) {
        return venues.length;
    }

    function evilCount() external view returns (uint256) {
        return evils.length;
    }

    function taxedCount() external view returns (uint256) {
        return taxed.length;
    }

    /// Pools that pull their input by allowance.
    function addPulling() external {
        (address x, address y) = (address(a), address(b));
        address made = _adapter("BalancerV2", new DishonestBalancerV2(a, b), 0);
        venues.push(new BalancerV2Venue(made, x, y, weth, false));
        venues.push(new BalancerV2Venue(made, x, y, weth, true));
        made = _adapter("CurveCrypto", new DishonestCurve(a, b), 0);
        venues.push(new CurveCryptoVenue(made, x, y, c, weth, false));
        venues.push(new CurveCryptoVenue(made, y, x, c, weth, true));
        made = _adapter("CurveStable", new DishonestCurve(a, b), 3 << 40);
        venues.push(new CurveVenue(made, x, y, weth, false));
        venues.push(new CurveVenue(made, x, y, weth, true));
        venues.push(new CurveOverVenue(made, x, y, c, weth, false));
        taxed.push(new CurveVenue(made, x, address(new TaxedCoin()), weth, true));
        made = _adapter("Erc4626", new DishonestShares(a, b), 0);
        venues.push(new Erc4626Venue(made, x, weth));
        made = _adapter("FluidDex", new DishonestFluid(a, b), 1);
        venues.push(new FluidVenue(made, x, y, weth));
        venues.push(new FluidVenue(made, y, weth, weth));
        made = _adapter("Lido", new DishonestWrapper(new ShareToken(), b), 0);
        venues.push(new LidoVenue(made, weth, false));
        made = _adapter("Psm", new DishonestPsm(a, b), 0);
        venues.push(new PsmVenue(made, x, y, weth));
        made = _adapter("StableSwap", new DishonestStableSwap(a, b), 0);
        venues.push(new StableSwapVenue(made, x, y, weth));
    }

    /// Pools that are sent their input.
    function addPushed() external {
        (address x, address y) = (address(a), address(b));
        address made = _adapter("DodoV2", new DishonestDodo(a, b), 0);
        venues.push(new DodoVenue(made, x, y, weth, true));
        venues.push(new DodoVenue(made, y, x, weth, false));
        made = _adapter("LiquidityBook", new DishonestBook(a, b), 0);
        venues.push(new LiquidityBookVenue(made, x, y, weth));
        made = _adapter("MaverickV2", new DishonestMaverick(a, b), 0);
        venues.push(new MaverickVenue(made, x, y, weth));
        made = _adapter("SolidlyV2", new DishonestSolidly(a, b), 0);
        venues.push(new SolidlyVenue(made, x, y, weth, false));
        venues.push(new SolidlyVenue(made, x, y, weth, true));
        made = _adapter("Syncswap", new DishonestSyncswap(a, b), 0);
        venues.push(new SyncswapVenue(made, x, y, weth, 1));
        venues.push(new SyncswapVenue(made, weth, x, weth, 1));
        taxed.push(new SyncswapVenue(made, address(new TaxedCoin()), y, weth, 1));
    }

    /// Pools that call back.
    function addVaults() external {
        (address x, address y) = (address(a), address(b));
        address made = _adapter("BalancerV3", new DishonestBalancerV3(a, b), 0);
        venues.push(new BalancerV3Venue(made, x, y, weth, false));
        made = _adapter("PancakeInfinity", new DishonestInfinity(a, b), 0);
        venues.push(new InfinityVenue(made, x, y, weth, 887220));
        venues.push(new InfinityVenue(made, weth, x, weth, 887220));
        made = _adapter("UniswapV4Native", new DishonestManager(PlainToken(weth), b), 1 << 23);
        venues.push(new V4NativeVenue(made, weth, x, 887220));
    }

    function _adapter(string memory name, DishonestPool evil, uint48 data) private returns (address made) {
        made = Code.create(Code.built(name));
        evils.push(evil);
        (adapterOf[evil], dataOf[evil]) = (made, data);
    }
}
