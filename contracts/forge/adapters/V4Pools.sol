// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {IVault} from "../../sandbox/IVault.sol";
import {PlainToken} from "../../test/PlainToken.sol";
import {Code} from "../rig/Code.sol";
import {Venue} from "./Venue.sol";

/// @notice Uniswap v4's PoolManager as published, with a pool that this contract fills, and quotes by trades that it
/// reverts. Native currency is the zero address.
abstract contract V4Pools is Venue {
    uint24 internal constant FEE = 3000;
    int24 internal constant SPACING = 60;

    function _manager() internal returns (IVault) {
        return IVault(Code.create(Code.poolManager(), abi.encode(address(this))));
    }

    function _keyOf(address x, address y) internal pure returns (IVault.Key memory) {
        (address first, address second) = x < y ? (x, y) : (y, x);
        return IVault.Key(first, second, FEE, SPACING, address(0));
    }

    /// @dev Fills the pool `span` ticks on either side of the price of one.
    function _open(IVault manager, IVault.Key memory key, int24 span) internal {
        manager.initialize(key, 1 << 96);
        manager.unlock(abi.encode(true, abi.encode(key, IVault.Change(-span, span, 1e24, 0))));
    }

    /// @return amountOut the output that the manager would give
    function _ask(IVault manager, IVault.Key memory key, bool zeroForOne, uint256 amountIn)
        internal
        returns (uint256 amountOut)
    {
        try manager.unlock(abi.encode(false, abi.encode(key, zeroForOne, amountIn))) {
            revert("was carried out");
        } catch (bytes memory answer) {
            if (bytes4(answer) != Tried.selector || answer.length != 36) _passOn(answer);
            assembly {
                amountOut := mload(add(answer, 0x24))
            }
        }
    }

    function unlockCallback(bytes calldata asked) external returns (bytes memory) {
        (bool fills, bytes memory rest) = abi.decode(asked, (bool, bytes));
        if (!fills) _revertWithOutput(rest);
        (IVault.Key memory key, IVault.Change memory change) = abi.decode(rest, (IVault.Key, IVault.Change));
        (int256 delta,) = IVault(msg.sender).modifyLiquidity(key, change, "");
        _pay(key.currency0, uint256(-int256(int128(delta >> 128))));
        _pay(key.currency1, uint256(-int256(int128(delta))));
        return "";
    }

    function _revertWithOutput(bytes memory asked) private {
        (IVault.Key memory key, bool zeroForOne, uint256 amountIn) = abi.decode(asked, (IVault.Key, bool, uint256));
        uint160 limit = zeroForOne ? 4295128740 : 1461446703485210103287273052203988822378723970341;
        int256 delta = IVault(msg.sender).swap(key, IVault.Params(zeroForOne, -int256(amountIn), limit), "");
        (int128 delta0, int128 delta1) = (int128(delta >> 128), int128(delta));
        require(uint128(-(zeroForOne ? delta0 : delta1)) == amountIn, "not all of it");
        revert Tried(uint128(zeroForOne ? delta1 : delta0));
    }

    function _pay(address currency, uint256 owed) private {
        IVault manager = IVault(msg.sender);
        manager.sync(currency);
        if (currency == address(0)) {
            manager.settle{value: owed}();
            return;
        }
        fund(currency == coins[0] ? 0 : 1, msg.sender, owed);
        manager.settle();
    }
}
