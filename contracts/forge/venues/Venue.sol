// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";

interface Wrapped {
    function deposit() external payable;
    function transfer(address to, uint256 amount) external returns (bool);
}

/// @notice A pool of two tokens that is traded through an adapter, and what the pool's own contracts say of a trade.
abstract contract Venue {
    error Tried(uint256 amountOut);

    /// As it is deployed. One serves any number of pools.
    address public immutable adapter;
    /// What a leg names.
    address public pool;
    /// What 10^18 is of plain tokens: what is sold where a test does not say how much.
    uint256[2] public usual = [1e18, 1e18];
    address[2] internal coins;
    address internal immutable wrapped;

    /// @param wrapped_ the wrapped native currency
    constructor(address adapter_, address first, address second, address wrapped_) payable {
        (adapter, coins, wrapped) = (adapter_, [first, second], wrapped_);
    }

    receive() external payable {}

    /// @notice Fills the pool, where that has to wait until this contract can be called back. Once, before anything else.
    function open() external virtual {}

    /// @param i 0 or 1, as everywhere here
    function token(uint256 i) external view returns (address) {
        return coins[i];
    }

    /// @return the 48 bits that tell the adapter of a sale of token `i`
    function data(uint256 i) external view virtual returns (uint48);

    /// @return amountOut what the pool gives for `amountIn` of token `i`, smallest units, by its own word or by a trade that
    /// is undone. It reverts where the pool refuses
    function foresee(uint256 i, uint256 amountIn) external virtual returns (uint256 amountOut);

    /// @return whether both tokens can be sold; else the first only
    function goesBack() external pure virtual returns (bool) {
        return true;
    }

    /// @return whether who sends an amount of token 0 loses just that, and who receives it gains that
    function isExact() external pure virtual returns (bool) {
        return true;
    }

    /// @return what the adapter holds of token `i`
    function held(uint256 i) external view virtual returns (uint256) {
        return PlainToken(coins[i]).balanceOf(adapter);
    }

    /// @return what the adapter lets the pool's contracts take of token `i`
    function allowed(uint256 i) external view virtual returns (uint256) {
        return PlainToken(coins[i]).allowance(adapter, pool);
    }

    /// @notice Gives `to` some of token `i`, out of nothing.
    function fund(uint256 i, address to, uint256 amount) public virtual {
        if (coins[i] != wrapped) return PlainToken(coins[i]).mint(to, amount);
        Wrapped(wrapped).deposit{value: amount}();
        Wrapped(wrapped).transfer(to, amount);
    }

    /// @notice Sells `amountIn` of token `i` to the pool as somebody without an adapter does, and takes it back.
    /// @return amountOut what that gave
    function _try(uint256 i, uint256 amountIn) internal returns (uint256 amountOut) {
        try this.sell(i, amountIn) {
            revert("was not taken back");
        } catch (bytes memory answer) {
            if (bytes4(answer) != Tried.selector || answer.length != 36) _passOn(answer);
            assembly {
                amountOut := mload(add(answer, 0x24))
            }
        }
    }

    /// @dev Reverts in any case.
    function sell(uint256 i, uint256 amountIn) external {
        fund(i, address(this), amountIn);
        uint256 before = _held(1 - i);
        _sell(i, amountIn);
        revert Tried(_held(1 - i) - before);
    }

    /// @dev The output comes to this contract. Only for those who foresee by `_try`.
    function _sell(uint256, uint256) internal virtual {}

    function _held(uint256 i) internal view returns (uint256) {
        return PlainToken(coins[i]).balanceOf(address(this));
    }

    function _passOn(bytes memory answer) internal pure {
        assembly {
            revert(add(answer, 0x20), mload(answer))
        }
    }
}
