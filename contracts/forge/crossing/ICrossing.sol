// SPDX-License-Identifier: MIT
pragma solidity =0.8.30;

/// The fields of the EIP-712 type, in their order; written independently of contracts/src.
struct Cross {
    address sender;
    address recipient;
    address refundTo;
    address fromAsset;
    uint256 amountIn;
    uint256 swapFee;
    address router;
    address bridge;
    address bridgeAsset;
    uint256 bridgeAmountMin;
    uint256 bridgeRate;
    uint256 bridgeFee;
    uint256 toNetwork;
    address receiver;
    address toRouter;
    address toBridgeAsset;
    address toAsset;
    uint256 amountOutMin;
    uint256 deadline;
    uint256 toDeadline;
    uint256 nonce;
}

struct Arrival {
    uint256 gas;
    bytes route;
}

struct Delivery {
    address router;
    address toAsset;
    address recipient;
    uint256 amountOutMin;
    uint256 deadline;
}

struct Claim {
    address token;
    uint256 amount;
    Delivery delivery;
    bytes32 routeHash;
}

interface ICrossing {
    event Parked(bytes32 indexed id, address indexed recipient, Claim claim, bytes4 reason);
    event Closed(bytes32 indexed id);

    function cross(Cross calldata order, bytes calldata permit, bytes calldata route, Arrival calldata there)
        external
        payable
        returns (uint256 bridged);
    function crossOrder(
        Cross calldata order,
        bytes calldata signature,
        bytes calldata permit,
        bytes calldata route,
        Arrival calldata there
    ) external returns (uint256 bridged);
    function crossPermit2(Cross calldata order, bytes calldata signature, bytes calldata route, Arrival calldata there)
        external
        returns (uint256 bridged);
    function handleV3AcrossMessage(address token, uint256 amount, address relayer, bytes calldata message) external;
    function retry(Claim calldata claim, bytes calldata route) external;
    function release(Claim calldata claim) external;
    function deliver(address token, uint256 amount, Delivery calldata delivery, bytes calldata route) external;
    function cancel(uint256 word, uint256 mask) external;
    function nonceBitmap(address owner, uint256 word) external view returns (uint256);
    function claims(bytes32 id) external view returns (uint256);
    function owed(address token) external view returns (uint256);
    function eip712Domain()
        external
        view
        returns (bytes1, string memory, string memory, uint256, address, bytes32, uint256[] memory);
}
