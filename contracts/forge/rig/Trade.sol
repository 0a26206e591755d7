// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

import {PlainToken} from "../../test/PlainToken.sol";
import {Rig, V2Pair, V3Pool} from "./Rig.sol";
import {Route} from "./Route.sol";
import {Order, Router} from "./Router.sol";
import {vm} from "./Vm.sol";

/// @notice Runs trades and checks their effects on all accounts.
abstract contract Trade is Rig {
    struct Ask {
        address sender;
        address tokenIn;
        address tokenOut;
        uint256 amountIn;
        uint256 minOut;
        address recipient;
        uint256 value;
        bytes route;
    }

    error Quoted(int256 amount0, int256 amount1);

    /// @notice The payer sells `amountIn` of `tokenIn` to the receiver for at least one unit.
    function _ask(address tokenIn, address tokenOut, uint256 amountIn, bytes memory route)
        internal
        view
        returns (Ask memory)
    {
        return Ask(payer, tokenIn, tokenOut, amountIn, 1, receiver, tokenIn == address(0) ? amountIn : 0, route);
    }

    function _calldata(Ask memory ask) internal pure returns (bytes memory) {
        return abi.encodeCall(
            Router.swap, (ask.tokenIn, ask.tokenOut, ask.amountIn, ask.minOut, ask.recipient, FOREVER, ask.route)
        );
    }

    function _try(Ask memory ask) internal returns (bool ok, bytes memory answer) {
        vm.prank(ask.sender);
        (ok, answer) = address(router).call{value: ask.value}(_calldata(ask));
    }

    /// @return amountOut the router's return value
    function _done(Ask memory ask) internal returns (uint256 amountOut) {
        (bool ok, bytes memory answer) = _try(ask);
        if (!ok) {
            assembly {
                revert(add(answer, 0x20), mload(answer))
            }
        }
        return abi.decode(answer, (uint256));
    }

    /// @notice The swap reverts with an error of this selector.
    function _refused(Ask memory ask, string memory err) internal {
        (bool ok, bytes memory answer) = _try(ask);
        require(!ok, "was not refused");
        _same(answer, err);
    }

    function _same(bytes memory answer, string memory err) internal pure {
        bytes4 wanted = bytes4(keccak256(bytes(err)));
        if (answer.length >= 4 && bytes4(answer) == wanted) return;
        assembly {
            revert(add(answer, 0x20), mload(answer)) // shows which contract refused instead
        }
    }

    /// @notice The pool's output, quoted by the pool itself.
    function _quoteV3(address at, address tokenIn, address tokenOut, uint256 amountIn)
        internal
        returns (uint256 amountOut)
    {
        bool up = tokenIn > tokenOut;
        uint160 limit = up ? 1461446703485210103287273052203988822378723970341 : 4295128740;
        try V3Pool(at).swap(address(1), !up, int256(amountIn), limit, "") {
            revert("a quote went through");
        } catch (bytes memory answer) {
            require(answer.length == 68 && bytes4(answer) == Quoted.selector, "no quote");
            int256 given;
            assembly {
                given := mload(add(answer, add(0x24, mul(0x20, iszero(up)))))
            }
            return uint256(-given);
        }
    }

    function uniswapV3SwapCallback(int256 amount0, int256 amount1, bytes calldata) external pure {
        revert Quoted(amount0, amount1);
    }

    function _quoteV2(address at, address tokenIn, address tokenOut, uint256 amountIn)
        internal
        view
        returns (uint256)
    {
        (uint256 held0, uint256 held1,) = V2Pair(at).getReserves();
        (uint256 heldIn, uint256 heldOut) = tokenIn < tokenOut ? (held0, held1) : (held1, held0);
        return amountIn * 997 * heldOut / (heldIn * 1000 + amountIn * 997);
    }

    function _balance(address token, address account) internal view returns (uint256) {
        return token == address(0) ? account.balance : PlainToken(token).balanceOf(account);
    }

    /// @notice The victim's balances and allowances are unchanged; the router holds and approves nothing.
    function _untouched() internal view {
        address[4] memory all = tokens();
        require(victim.balance == HELD, "the victim's ether");
        require(address(router).balance == 0, "ether stayed in the router");
        for (uint256 i = 0; i < 4; i++) {
            require(_balance(all[i], victim) == HELD, "the victim's tokens");
            require(PlainToken(all[i]).allowance(victim, address(router)) == type(uint256).max, "the victim's allowance");
            require(_balance(all[i], address(router)) == 0, "tokens stayed in the router");
            require(PlainToken(all[i]).allowance(address(router), attacker) == 0, "the router allowed the attacker");
        }
    }

    function _direct(bool callback) internal view returns (bytes memory) {
        return callback
            ? Route.callback(Route.TO_RECIPIENT, pool[address(a)][address(b)], address(a), address(b), 0)
            : Route.push(Route.TO_RECIPIENT, pair[address(a)][address(b)], address(a), address(b), 0);
    }

    /// @notice Half of a for b at the v2 pool, the rest at the v3 pool.
    function _split() internal view returns (bytes memory) {
        return bytes.concat(
            Route.push(Route.TO_RECIPIENT, pair[address(a)][address(b)], address(a), address(b), _half()), _direct(true)
        );
    }

    /// @notice The EIP-712 digest that an order's owner signs, computed by hand, independent of contracts/src.
    function _digest(Order memory order) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Swapline Router"),
                keccak256("1"),
                block.chainid,
                address(router)
            )
        );
        bytes32 kind = keccak256(
            "Swap(address router,address sender,address recipient,address fromAsset,address toAsset,uint256 deadline,"
            "uint256 amountOutMin,uint256 swapFee,uint256 amountIn,address affiliate,uint256 affiliateFee,uint256 nonce)"
        );
        return keccak256(abi.encodePacked(hex"1901", domain, keccak256(abi.encode(kind, order))));
    }
}
