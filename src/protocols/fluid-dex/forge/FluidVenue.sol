// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {FluidDexPort} from "../sandbox/FluidDexPort.sol";
import {FluidLayerPort} from "../sandbox/FluidLayerPort.sol";
import {FluidMath} from "../sandbox/FluidMath.sol";
import {Venue} from "../../../../contracts/forge/adapters/Venue.sol";

/// @notice A pool of Fluid DEX T1 with a million of each token supplied and nothing lent, on our ports. If token 1 is
/// the wrapped native currency, the pool trades the native one.
contract FluidVenue is Venue {
    using FluidMath for uint256;

    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    address private constant DEAD = 0x000000000000000000000000000000000000dEaD;
    uint256 private constant SUPPLIED = 1e24;
    uint256 private constant PRICE = 1e27;
    uint256 private constant INTEREST_FREE = 1e12;

    FluidLayerPort private immutable layer = new FluidLayerPort();
    bool private immutable isNative;

    constructor(address adapter_, address first, address second, address wrapped_) payable Venue(adapter_, first, second, wrapped_) {
        isNative = second == wrapped_;
        address own = isNative ? NATIVE : second;
        FluidDexPort made = new FluidDexPort(address(layer), first, own, 18, 18);
        pool = address(made);
        uint256 price = PRICE.pack(32, false);
        // Supply curve only, 3 % wide on either side, a fee of 0.01 %, of which a tenth goes to the layer.
        uint256 settings = 1 | 100 << 2 | 10 << 19 | 30_000 << 27 | 30_000 << 47 | (4 * PRICE).pack(20, false) << 172
            | (PRICE / 4).pack(20, false) << 200 | uint256(1000) << 228 | uint256(1000) << 238;
        made.write(price << 1 | price << 41 | price << 81, settings, 60);
    }

    function open() external override {
        fund(0, address(layer), SUPPLIED);
        if (!isNative) fund(1, address(layer), SUPPLIED);
        _write(coins[0], 0);
        _write(isNative ? NATIVE : coins[1], isNative ? SUPPLIED : 0);
    }

    function data(uint256 i) external view override returns (uint48) {
        return uint48((1 - i) | (isNative ? (i == 1 ? 2 : 4) : 0));
    }

    /// @dev The pool reverts with this error if the receiver is the dead address.
    function foresee(uint256 i, uint256 amountIn) external override returns (uint256 amountOut) {
        try FluidDexPort(pool).swapIn(i == 0, amountIn, 0, DEAD) {
            revert("was carried out");
        } catch (bytes memory answer) {
            if (bytes4(answer) != FluidDexPort.FluidDexSwapResult.selector) _passOn(answer);
            assembly {
                amountOut := mload(add(answer, 0x24))
            }
        }
    }

    /// @dev The layer's total of a token and the pool's part of it, without interest.
    function _write(address coin, uint256 value) private {
        uint256 supplied = SUPPLIED.pack(56, false);
        // The full amount can be withdrawn, so the stored limit need not be close.
        uint256 supply = supplied << 1 | uint256(10_000) << 162 | uint256(50_000) << 176;
        uint256 prices = uint256(10_000) << 44 | INTEREST_FREE << 91 | INTEREST_FREE << 155 | uint256(1) << 219
            | uint256(20_000) << 234;
        layer.write{value: value}(_slot(coin, bytes32(uint256(5))), prices, 58, 10);
        layer.write(_slot(coin, bytes32(uint256(7))), supplied << 64, 256, 0);
        layer.write(_slot(coin, keccak256(abi.encode(pool, uint256(8)))), supply, 129, 10);
    }

    function _slot(address coin, bytes32 mapping_) private pure returns (bytes32) {
        return keccak256(abi.encode(coin, mapping_));
    }
}
