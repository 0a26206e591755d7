// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// What a seller signs; the fields of its EIP-712 type, in their order.
struct Order {
    address router;
    address sender;
    address recipient;
    address fromAsset;
    address toAsset;
    uint256 deadline;
    uint256 amountOutMin;
    uint256 swapFee;
    uint256 amountIn;
    address affiliate;
    uint256 affiliateFee;
    uint256 nonce;
}

/// The router's interface, written independently of its source.
interface Router {
    function swap(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        bytes calldata route
    ) external payable returns (uint256 amountOut);

    function swapWithFee(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        uint256 fee,
        bytes calldata route
    ) external payable returns (uint256 amountOut);

    function swapWithPermit(
        address tokenIn,
        address tokenOut,
        uint256 amountIn,
        uint256 minOut,
        address recipient,
        uint256 deadline,
        uint256 fee,
        bytes calldata route,
        bytes calldata permit
    ) external returns (uint256 amountOut);

    function fillOrder(Order calldata order, bytes calldata signature, bytes calldata permit, bytes calldata route)
        external
        returns (uint256 amountOut);

    function cancel(uint256 word, uint256 mask) external;
    function nonceBitmap(address owner, uint256 word) external view returns (uint256);
    function unlockCallback(bytes calldata data) external returns (bytes memory);
    function eip712Domain()
        external
        view
        returns (bytes1, string memory, string memory, uint256, address, bytes32, uint256[] memory);
}
